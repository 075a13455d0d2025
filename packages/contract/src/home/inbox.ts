import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { day, moment } from '../fields/fields.ts';
import { withSubject } from '../users/notes.ts';

/**
 * The number of rows of a section of the inbox. `totalIsMinimum` is true if counting stopped at 99. `isLate` is true if the oldest request or
 * help request waits for more than `limits.inbox.lateDays`.
 */
const sectionCount = z.strictObject({
  total: z.int(),
  totalIsMinimum: z.optional(z.literal(true)),
  isLate: z.optional(z.literal(true)),
});

/**
 * A section of the inbox: its first rows and the number of all rows. If the portal has no page that lists all rows, the
 * section contains up to 99 rows.
 */
const createInboxSection = <Item extends z.ZodMiniType>(item: Item) => z.extend(sectionCount, { items: z.array(item) });

/**
 * A customer. If the viewer has the customer only as a deputy today, `deputyFor` is the name of the absent salesman.
 */
const customer = { userId: z.int(), name: z.string(), company: z.string(), deputyFor: z.optional(z.string()) };

/**
 * The work that waits for staff, within their scope: open help requests, requests, e-mails that could not be sent, follow-ups whose day
 * has come, licences that expire within 30 days, accounts that were never activated, and countries with customers but without a salesman for the brand. In each section of
 * the inbox, the oldest or most urgent rows come first.
 */
export const inbox = z.strictObject({
  /** The PCs that sent a code after they were reported lost. */
  lostPcs: createInboxSection(
    z.strictObject({ machineId: z.int(), ...customer, machineName: z.string(), seenAt: moment }),
  ),
  questions: createInboxSection(
    z.strictObject({ helpRequestId: z.int(), ...customer, machineName: z.string(), askedAt: moment }),
  ),
  requests: createInboxSection(z.strictObject({ ...customer, requestDate: moment })),
  failedMails: createInboxSection(
    z.strictObject({
      mailId: z.int(),
      ...customer,
      subject: z.string(),
      at: moment,
      openedSince: z.optional(z.boolean()),
      /**
       * What staff can send now: the same e-mail again, or a new invitation. `canSend` is absent if the e-mail must not or need not be sent
       * again.
       */
      canSend: z.optional(z.enum(['sameMail', 'invitation'])),
    }),
  ),
  /** The follow-ups whose day has come. `text` is the first line of the note. */
  followUps: createInboxSection(withSubject({ noteId: z.int(), text: z.string(), day, deputyFor: customer.deputyFor })),
  ending: createInboxSection(
    z.strictObject({
      licenseId: z.int(),
      ...customer,
      machineName: z.string(),
      expiryDate: day,
      /** Whether the licence can be renewed now without a code from the PC. */
      canRenew: z.boolean(),
    }),
  ),
  neverActivated: createInboxSection(z.strictObject({ ...customer, createdAt: moment })),
  gaps: createInboxSection(z.strictObject({ country: z.string(), brand: z.string(), people: z.int() })),
});
export type Inbox = z.infer<typeof inbox>;

/** The number of rows of each urgent section. The menu and the title of the window show these numbers. */
const inboxCounts = z.strictObject({
  lostPcs: sectionCount,
  questions: sectionCount,
  requests: sectionCount,
  failedMails: sectionCount,
  followUps: sectionCount,
});
export type InboxCounts = z.infer<typeof inboxCounts>;

/** The calls of the feature `home` that read the inbox of staff. */
export const staffInbox = {
  inbox: endpoint({
    name: 'home.inbox',
    summary: 'The work that waits for staff: the first rows of each kind and the number of all rows',
    method: 'GET',
    path: '/home/inbox',
    access: { any: ['users.view'] },
    reply: inbox,
    problems: [],
  }),
  counts: endpoint({
    name: 'home.counts',
    summary: 'The number of rows of the urgent sections of the inbox',
    method: 'GET',
    path: '/home/inbox/counts',
    access: { any: ['users.view'] },
    reply: inboxCounts,
    problems: [],
  }),
};
