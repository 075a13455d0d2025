import type { Body } from '@basics/contract/endpoint.ts';
import { users } from '@basics/contract/users.ts';
import { call } from '#portal/api/call.ts';

/** Asks for another login: the answer is the same whether or not its address can be used. */
export const askForLogin = (userId: number, body: Body<typeof users.changeLogin>) =>
  call(users.changeLogin, { params: { id: userId }, body });
