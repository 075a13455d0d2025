import * as z from 'zod/mini';
import { startedAct } from '../calls/bulk.ts';
import { endpoint } from '../calls/endpoint.ts';
import { databaseInteger, moment, numberInPath, shortText } from '../fields/fields.ts';

/**
 * The age groups in which licences are counted, in months since the licence was issued. The last age group has no upper
 * end.
 */
export const licenseAges = [
  { from: 0, to: 3 },
  { from: 3, to: 6 },
  { from: 6, to: 12 },
  { from: 12, to: null },
] as const;

/** The number of PCs that use a version. `ages` contains the number for each age group of `licenseAges`. */
const versionCount = z.strictObject({ version: z.string(), pcs: z.int(), ages: z.array(z.int()) });

/**
 * The counts of the PCs of one tool. `tool` is this tool, by default the tool that most PCs use, or null if no PC has a licence. The counts
 * of the versions ignore a filter by version, so that the user can choose another version.
 */
const fleetCounts = z.strictObject({
  /** When the PCs were counted; null before the first count. */
  countedAt: z.nullable(moment),
  tool: z.nullable(z.string()),
  tools: z.array(z.strictObject({ tool: z.string(), name: z.string(), pcs: z.int() })),
  versions: z.array(versionCount),
  countries: z.array(z.strictObject({ country: z.string(), pcs: z.int() })),
  brands: z.array(z.strictObject({ brand: z.string(), name: z.string(), pcs: z.int() })),
});
export type FleetCounts = z.infer<typeof fleetCounts>;

/** The maximum number of owners that are counted before a release note is sent. */
export const maxOwnersCounted = 10_000;

/** The e-mail as its recipients read it. */
const noteMail = z.strictObject({ subject: z.string(), text: z.string() });

/** The progress of a release note that is mailed in the background. */
const noteMailing = z.strictObject({
  id: z.int(),
  state: z.enum(['running', 'done', 'stopped']),
  /** The number of owners who were to get the e-mail at the start, and the number of e-mails that were queued until now. */
  owners: z.int(),
  queued: z.int(),
});
export type NoteMailing = z.infer<typeof noteMailing>;

const noteReply = z.strictObject({
  /** The number of owners who will get the release note, because they have not got it yet, for each language. */
  languages: z.array(z.strictObject({ language: z.string(), owners: z.int() })),
  /** The number of owners who get no e-mail about the release note, because they do not receive e-mail. */
  withoutMail: z.int(),
  /** The number of owners who have already got an e-mail about the release note. */
  informed: z.int(),
  /** Whether there are more owners than were counted. */
  isMore: z.boolean(),
  /** The e-mail, as the caller would read it. */
  mail: noteMail,
  /** The mailing that this call has started; null for a preview, for an e-mail to the caller, and if nobody is left to mail to. */
  mailing: z.nullable(noteMailing),
  ...startedAct,
});
export type NoteReply = z.infer<typeof noteReply>;

const mailingParams = z.strictObject({ mailingId: numberInPath });

/** The calls about the versions of the tool on the PCs of customers (the page "Versions in use"). */
export const fleet = {
  versions: endpoint({
    name: 'fleet.versions',
    summary:
      'The versions of a tool on the PCs of users in the caller’s scope, and the ages of their licences; counted every hour',
    method: 'GET',
    path: '/fleet',
    access: { any: ['users.view'] },
    machines: true,
    query: z.strictObject({
      tool: z.optional(shortText),
      country: z.optional(shortText),
      brand: z.optional(shortText),
      version: z.optional(shortText),
    }),
    reply: fleetCounts,
    problems: [],
  }),
  sendNote: endpoint({
    name: 'fleet.sendNote',
    summary:
      'Mail a published release note to the owners in scope of the PCs with these versions, each note once to each owner, in the background; a preview counts them',
    method: 'POST',
    path: '/fleet/release-note',
    access: { any: ['users.edit'] },
    body: z.strictObject({
      releaseId: databaseInteger(),
      tool: shortText,
      /** All versions if absent. */
      versions: z.optional(z.array(shortText).check(z.minLength(1), z.maxLength(100))),
      country: z.optional(shortText),
      brand: z.optional(shortText),
      preview: z.optional(z.boolean()),
      /** Sends the e-mail only to the caller, as a test. */
      toMe: z.optional(z.boolean()),
    }),
    reply: noteReply,
    problems: ['RESULTS_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  mailing: endpoint({
    name: 'fleet.mailing',
    summary: 'The progress of a mailing of release notes that the caller has started',
    method: 'GET',
    path: '/fleet/release-note/mailing/{mailingId}',
    access: { any: ['users.edit'] },
    params: mailingParams,
    reply: noteMailing,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  stopMailing: endpoint({
    name: 'fleet.stopMailing',
    summary: 'Stop a mailing of release notes that the caller has started; e-mails that are already queued are sent',
    method: 'DELETE',
    path: '/fleet/release-note/mailing/{mailingId}',
    access: { any: ['users.edit'] },
    params: mailingParams,
    reply: noteMailing,
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
