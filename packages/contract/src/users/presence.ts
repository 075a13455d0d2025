import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath } from '../fields/fields.ts';

/** The names of the other members of staff who have the record open now. */
const presenceReply = z.strictObject({ names: z.array(z.string()) });

/** The call of the feature `users` with which a member of staff reports that a user or a request is open on the screen. */
export const userPresence = {
  reportPresence: endpoint({
    name: 'users.reportPresence',
    summary: 'Report that a user or a request is open on the screen for the next minute, and read who else has it open',
    method: 'POST',
    path: '/user/{id}/presence',
    access: { any: ['users.view'] },
    params: idInPath,
    reply: presenceReply,
    problems: ['USER_NOT_FOUND'],
  }),
};

/** The call of the feature `helpRequests` with which a member of staff reports that a help request is open on the screen. */
export const helpRequestPresence = {
  reportPresence: endpoint({
    name: 'helpRequests.reportPresence',
    summary: 'Report that a help request is open on the screen for the next minute, and read who else has it open',
    method: 'POST',
    path: '/help-request/{id}/presence',
    access: { any: ['users.view'] },
    params: idInPath,
    reply: presenceReply,
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
