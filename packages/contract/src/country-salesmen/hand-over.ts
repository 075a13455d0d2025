import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { databaseInteger } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const recordCounts = { users: z.int(), companies: z.int(), requests: z.int(), questions: z.int() };

/**
 * The effect of giving the territory of one salesman to another salesman: the assignments that move (their number and `moves`), and the
 * customers, companies, open requests and open help requests that the first salesman no longer sees. `receiver` counts the records that the
 * second salesman sees only after the hand-over.
 */
const handedOver = z.strictObject({
  assignments: z.int(),
  moves: z.array(z.strictObject({ country: z.string(), brand: z.string() })),
  ...recordCounts,
  receiver: z.strictObject(recordCounts),
  /**
   * The hash of the territory (the assignments of the first salesman) and of all records that move. The call that hands over must send the
   * digest of its preview.
   */
  digest: z.string(),
});
export type HandedOver = z.infer<typeof handedOver>;

/** What a salesman can hand over: the assignments, and the users that the salesman created. */
const territory = z.strictObject({
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  assignments: z.int(),
  users: z.int(),
});
export type SalesmanTerritory = z.infer<typeof territory>;

/** A hand-over that changes something must send the digest of its preview. */
const hasDigest = z.refine<{ preview?: boolean | undefined; digest?: string | undefined }>(
  ({ preview, digest }) => preview === true || digest !== undefined,
  { error: fieldMessages.handOverDigest, path: ['digest'] },
);

/**
 * The calls of the feature `country-salesmen` for a hand-over. Only the dialog of a hand-over, and the messages that offer a hand-over,
 * make these calls.
 */
export const handOver = {
  territories: endpoint({
    name: 'countrySalesmen.territories',
    summary: 'The active salesmen, and suspended ones who still have something to hand over',
    method: 'GET',
    path: '/country-brand-salesman/hand-over',
    access: 'administrator',
    reply: z.strictObject({ items: z.array(territory) }),
    problems: [],
  }),
  handOver: endpoint({
    name: 'countrySalesmen.handOver',
    summary:
      'Give the assignments and users of one salesman, or the assignments of one country, to another salesman (or only count them: preview)',
    method: 'POST',
    path: '/country-brand-salesman/hand-over',
    access: 'administrator',
    body: z
      .strictObject({
        from: databaseInteger(fieldMessages.salesman),
        to: databaseInteger(fieldMessages.salesman),
        country: z.optional(requiredText(fieldMessages.country, 2)),
        brand: z.optional(requiredText(fieldMessages.brand, limits.text.name)),
        preview: z.optional(z.boolean()),
        digest: z.optional(z.string().check(z.maxLength(64))),
      })
      .check(hasDigest),
    reply: handedOver,
    problems: ['USER_NOT_FOUND', 'STALE'],
  }),
};
