import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { storedNumber } from './fields.ts';
import { limits } from './limits.ts';
import { requiredText } from './required-text.ts';
import { fieldMessages } from './field-messages.ts';

const recordCounts = { users: z.int(), requests: z.int(), questions: z.int() };

/**
 * What a hand-over moves: assignments, the customers, open requests and open help requests that the one salesman no longer sees, and those
 * that the other one sees only afterwards.
 */
const handedOver = z.strictObject({ assignments: z.int(), ...recordCounts, receiver: z.strictObject(recordCounts) });
export type HandedOver = z.infer<typeof handedOver>;

/** The call of the feature `country-salesmen` that only the dialog of a hand-over makes. */
export const handOver = {
  handOver: endpoint({
    name: 'countrySalesmen.handOver',
    summary:
      'Give the assignments and users of one salesman, or the assignments of one country, to another salesman (or only count them: preview)',
    method: 'POST',
    path: '/country-brand-salesman/hand-over',
    access: 'administrator',
    body: z.strictObject({
      from: storedNumber(fieldMessages.salesman),
      to: storedNumber(fieldMessages.salesman),
      country: z.optional(requiredText(fieldMessages.country, 2)),
      brand: z.optional(requiredText(fieldMessages.brand, limits.text.name)),
      preview: z.optional(z.boolean()),
    }),
    reply: handedOver,
    problems: ['USER_NOT_FOUND'],
  }),
};
