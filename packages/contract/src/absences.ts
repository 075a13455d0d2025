import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, idInPath, moment } from './fields.ts';
import { fieldMessages } from './field-messages.ts';

const person = z.strictObject({ userId: z.int(), name: z.string() });

/** The days on which a deputy does the work of a salesman, both included, in UTC. A replaced absence gets another `namedAt`. */
const absence = z.strictObject({ deputy: person, from: day, until: day, namedAt: moment });
export type Absence = z.infer<typeof absence>;

/** The absence of a salesman, and the staff who can be the deputy. For other users, `absence` is null and `deputies` is empty. */
const absenceReply = z.strictObject({ absence: z.nullable(absence), deputies: z.array(person) });
export type AbsenceReply = z.infer<typeof absenceReply>;

/** The calls of the feature `users` about the absence of a salesman: salesmen make them for themselves, administrators for everyone. */
export const absenceCalls = {
  readAbsence: endpoint({
    name: 'users.readAbsence',
    summary: 'The current or next absence of a salesman, and the staff who can be the deputy',
    method: 'GET',
    path: '/user/{id}/absence',
    access: { any: ['users.edit'] },
    params: idInPath,
    reply: absenceReply,
    problems: ['USER_NOT_FOUND'],
  }),
  setAbsence: endpoint({
    name: 'users.setAbsence',
    summary: 'Name the deputy of a salesman for some days; a new absence replaces the old one',
    method: 'PUT',
    path: '/user/{id}/absence',
    access: { any: ['users.edit'] },
    params: idInPath,
    // `namedAt` is the value of the absence that the client has read; null if there was no absence.
    body: z.strictObject({
      deputyId: z.int({ error: fieldMessages.notAllowed }),
      from: day,
      until: day,
      namedAt: z.nullable(moment),
    }),
    reply: absenceReply,
    problems: ['USER_NOT_FOUND', 'STALE'],
  }),
  endAbsence: endpoint({
    name: 'users.endAbsence',
    summary: 'End or cancel the absence of a salesman now; the deputy can also do this',
    method: 'DELETE',
    path: '/user/{id}/absence',
    access: { any: ['users.edit'] },
    params: idInPath,
    reply: absenceReply,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND'],
  }),
};
