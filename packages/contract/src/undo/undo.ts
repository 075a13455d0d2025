import * as z from 'zod/mini';
import { changeReply } from '../calls/bulk.ts';
import { endpoint } from '../calls/endpoint.ts';

/** The calls of staff that take effect at once and can be undone for a short time. */
export const undo = {
  undo: endpoint({
    name: 'undo.undo',
    summary:
      'Undo what the caller has just done: restores the former state and drops the e-mails that wait; the reply has an outcome for each record, and says what stays',
    method: 'DELETE',
    path: '/undo/{id}',
    access: { any: ['requests.edit', 'users.edit'] },
    params: z.strictObject({ id: z.string().check(z.maxLength(40)) }),
    /** `remains` says in sentences what was not undone, such as an e-mail that was sent meanwhile. */
    reply: z.extend(changeReply, { remains: z.array(z.string()) }),
    problems: [
      'UNDO_OVER',
      'CHANGED_SINCE',
      'USER_NOT_FOUND',
      'ALREADY_ACTIVE',
      'REGISTERED_AGAIN',
      'ALREADY_DOWNLOADED',
      'NOT_YOUR_TERRITORY',
    ],
  }),
};
