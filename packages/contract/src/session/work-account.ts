import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { apiBase } from '../calls/limits.ts';
import { idInPath, moment } from '../fields/fields.ts';

/** The path to which the identity provider sends the browser back. It answers with a redirect, so it is not a call of the contract. */
export const workAccountCallbackPath = `${apiBase}/auth/work-account/callback`;

/** The calls with which administrators see and manage the work accounts of staff. */
export const workAccounts = {
  list: endpoint({
    name: 'workAccounts.list',
    summary: 'The identity provider, and the members of staff whose work account is connected',
    method: 'GET',
    path: '/admin/work-account',
    access: 'administrator',
    reply: z.strictObject({
      /** The issuer of the identity provider; null if none is configured. */
      issuer: z.nullable(z.string()),
      /** Whether staff need a work account or a passkey to sign in. */
      isRequired: z.boolean(),
      /** Until when staff may sign in with their passwords, although a work account is required. */
      passwordsUntil: z.nullable(moment),
      items: z.array(
        z.strictObject({
          userId: z.int(),
          name: z.string(),
          login: z.string(),
          connectedAt: moment,
          lastUsedAt: moment,
        }),
      ),
      /** The staff who have just signed in at the provider for the first time, and until when the sign-in waits for a password or a confirmation. */
      waiting: z.array(z.strictObject({ userId: z.int(), name: z.string(), login: z.string(), until: moment })),
    }),
    problems: [],
  }),
  confirm: endpoint({
    name: 'workAccounts.confirm',
    summary: 'Connect the work account of a member of staff whose sign-in waits, in place of their portal password',
    method: 'PUT',
    path: '/admin/work-account/{id}',
    access: 'administrator',
    params: idInPath,
    /** `until` names the sign-in that the administrator has seen. */
    body: z.strictObject({ until: moment }),
    reply: null,
    problems: ['RESULTS_NOT_FOUND', 'WORK_ACCOUNT_OTHER'],
  }),
  allowPasswords: endpoint({
    name: 'workAccounts.allowPasswords',
    summary: 'Let staff sign in with their passwords for 24 hours, for example while the identity provider is down',
    method: 'POST',
    path: '/admin/work-account/passwords',
    access: 'administrator',
    reply: z.strictObject({ passwordsUntil: moment }),
    problems: [],
  }),
  refusePasswords: endpoint({
    name: 'workAccounts.refusePasswords',
    summary: 'Require work accounts of staff again at once',
    method: 'DELETE',
    path: '/admin/work-account/passwords',
    access: 'administrator',
    reply: null,
    problems: [],
  }),
  disconnect: endpoint({
    name: 'workAccounts.disconnect',
    summary: 'Disconnect the work account of a member of staff, and end their sessions',
    method: 'DELETE',
    path: '/admin/work-account/{id}',
    access: 'administrator',
    params: idInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
