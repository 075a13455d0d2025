import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, moment, personId, personReference } from '../fields/fields.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const person = z.strictObject({ userId: z.int(), name: z.string() });

/**
 * An absence of a salesman: `from` is the first day and `until` the last day on which the deputy has the customers of the salesman, in UTC.
 * A new absence gets a new `namedAt`.
 */
const absence = z.strictObject({ deputy: person, from: day, until: day, namedAt: moment });
export type Absence = z.infer<typeof absence>;

/**
 * The absence of a salesman, and the staff who can be the deputy. For a user who is no salesman, `absence` is null and `deputies` is empty.
 */
const absenceReply = z.strictObject({ absence: z.nullable(absence), deputies: z.array(person) });
export type AbsenceReply = z.infer<typeof absenceReply>;

/**
 * The calls of the feature `users` about the absence of a salesman. A salesman makes these calls about their own absence, an administrator
 * about the absence of every salesman.
 */
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
    // The deputy may be sent as `deputyId`, or as `deputy`: an id or the object that the portal returns. `namedAt` is the `namedAt` of the
    // absence that the client has read, or null if the client has read that there is no absence.
    body: z.strictObject({
      deputyId: z.optional(personId(fieldMessages.deputy)),
      deputy: z.optional(personReference(fieldMessages.deputy)),
      from: day,
      until: day,
      namedAt: z.optional(z.nullable(moment)),
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
