import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { call } from '#portal/api/call.ts';

/** Loads what would happen if the account with this login was joined into the account with this id. */
export const previewJoin = (id: number, login: string) =>
  call(joinAccountsCalls.previewJoin, { params: { id }, body: { login } });

export const joinAccounts = (id: number, body: Body<typeof joinAccountsCalls.join>) =>
  call(joinAccountsCalls.join, { params: { id }, body });
