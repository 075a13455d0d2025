import type { Body } from '@basics/contract/calls/endpoint.ts';
import { passwordLink } from '@basics/contract/users/users.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { call } from '#portal/api/call.ts';

export const sendPasswordLink = (userId: number) => call(passwordLink.sendPasswordLink, { params: { id: userId } });

/** Removes the second step of the sign-in of a user. */
export const removeSecondStep = (userId: number, body: Body<typeof secondFactor.reset>) =>
  call(secondFactor.reset, { params: { id: userId }, body });
