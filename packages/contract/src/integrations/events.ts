import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { moment, numberInPath } from '../fields/fields.ts';

/** The kinds of events. A change that is undone or reopened is a change of the user or the licence. */
export const eventTypes = [
  'license.changed',
  'license.issued',
  'license.returned',
  'license.revoked',
  'machine.changed',
  'machine.released',
  'mail.bounced',
  'order.applied',
  'request.approved',
  'request.created',
  'request.rejected',
  'user.changed',
  'user.created',
  'user.deleted',
  'user.suspended',
] as const;
export type EventType = (typeof eventTypes)[number];

/** An event names only ids: the reader asks for the record, which may have changed since, or may be gone. */
const event = z.strictObject({
  /** The number of the event. Later events have higher numbers; there can be gaps. */
  eventId: z.int(),
  type: z.enum(eventTypes),
  at: moment,
  userId: z.int(),
  licenseId: z.optional(z.int()),
  machineId: z.optional(z.int()),
});

/** The number of an event in a query; 0 is before the first event. */
const eventNumber = z.pipe(
  z.transform((input: unknown) => (typeof input === 'string' && /^\d{1,16}$/.test(input) ? Number(input) : input)),
  z.int().check(z.minimum(0)),
);

/** The calls with which other systems follow what happens in the portal. */
export const integrationEvents = {
  events: endpoint({
    name: 'integrations.events',
    summary: 'What happened to the customers in scope, in order: ask again with `next` as `after`',
    method: 'GET',
    path: '/integration/events',
    access: { any: ['users.view'] },
    machines: true,
    query: z.strictObject({
      after: z._default(eventNumber, 0),
      type: z.optional(z.enum(eventTypes)),
      limit: z._default(numberInPath.check(z.maximum(limits.page.max)), limits.page.max),
    }),
    reply: z.strictObject({
      items: z.array(event),
      /** The value of `after` for the next request. */
      next: z.int(),
      /** Whether there may be more events now. */
      more: z.boolean(),
    }),
    problems: [],
  }),
};
