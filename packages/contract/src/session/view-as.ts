import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath, moment } from '../fields/fields.ts';

/**
 * The calls of the feature `session` with which an administrator sees the portal as another user. Only the page of a customer loads this
 * file.
 */
export const viewAs = {
  viewAs: endpoint({
    name: 'session.viewAs',
    summary: 'A token with which an administrator only reads, as another user, for a few minutes',
    method: 'POST',
    path: '/user/{id}/view-as',
    access: 'administrator',
    params: idInPath,
    reply: z.strictObject({ token: z.string(), until: moment }),
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'VIEW_REFUSED'],
  }),
  endViewAs: endpoint({
    name: 'session.endViewAs',
    summary: 'End the view that this token is for',
    method: 'DELETE',
    path: '/auth/view-as',
    access: 'session',
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
