import type { Body } from '@basics/contract/calls/endpoint.ts';
import { users } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';

/** Requests a new login. The reply is the same whether or not the address can be used. */
export const requestLoginChange = (userId: number, body: Body<typeof users.changeLogin>) =>
  call(users.changeLogin, { params: { id: userId }, body });
