import { joinAccountsCalls } from '@basics/contract/join-accounts.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { call } from '#portal/api/call.ts';

/** The preview of joining the account with a login into the account of a user. */
export const previewJoin = (id: number, login: string) =>
  call(joinAccountsCalls.previewJoin, { params: { id }, body: { login } });

export const joinAccounts = (id: number, body: Body<typeof joinAccountsCalls.join>) =>
  call(joinAccountsCalls.join, { params: { id }, body });
