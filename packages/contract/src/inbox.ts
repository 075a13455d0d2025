import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, moment } from './fields.ts';

/** The first rows of what waits, and how many there are; `totalIsMinimum` where counting stopped at 99. */
const createWaiting = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({ total: z.int(), totalIsMinimum: z.optional(z.literal(true)), items: z.array(item) });

const customer = { userId: z.int(), name: z.string(), company: z.string() };

/**
 * What waits for staff, within their scope: open help requests, requests, letters that could not be sent, licences that end within 30 days,
 * accounts that were never activated, and countries with customers but without a salesman for the brand. The oldest or most urgent come first.
 */
export const inbox = z.strictObject({
  questions: createWaiting(
    z.strictObject({ helpRequestId: z.int(), ...customer, machineName: z.string(), askedAt: moment }),
  ),
  requests: createWaiting(z.strictObject({ ...customer, requestDate: moment })),
  failedMails: createWaiting(z.strictObject({ mailId: z.int(), ...customer, subject: z.string(), at: moment })),
  ending: createWaiting(z.strictObject({ licenseId: z.int(), ...customer, machineName: z.string(), expiryDate: day })),
  neverActivated: createWaiting(z.strictObject({ ...customer, createdAt: moment })),
  gaps: createWaiting(z.strictObject({ country: z.string(), brand: z.string(), people: z.int() })),
});
export type Inbox = z.infer<typeof inbox>;

/** The call of the feature `home` for staff. */
export const staffInbox = {
  inbox: endpoint({
    name: 'home.inbox',
    summary: 'What waits for staff: the first rows of each kind and how many there are',
    method: 'GET',
    path: '/home/inbox',
    access: { any: ['users.view'] },
    reply: inbox,
    problems: [],
  }),
};
