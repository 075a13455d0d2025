import { endpoint } from '../calls/endpoint.ts';
import { idInPath } from '../fields/fields.ts';
import { noAccountRefusals } from './users.ts';

/** The call of the feature `users` with which staff send a password link to a user who has forgotten the password. */
export const passwordLink = {
  sendPasswordLink: endpoint({
    name: 'users.sendPasswordLink',
    summary:
      'Send an active user the link of a forgotten password; staff never see it, and the previous one stops working',
    method: 'PUT',
    path: '/user/{id}/password-link',
    access: { any: ['users.edit'] },
    params: idInPath,
    reply: null,
    problems: [
      'USER_NOT_FOUND',
      'OWN_ACCOUNT',
      'ONLY_INVITED',
      'STILL_SUSPENDED',
      ...noAccountRefusals,
      'TOO_MANY_ATTEMPTS',
    ],
  }),
};
