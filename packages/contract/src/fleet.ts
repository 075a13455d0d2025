import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { moment, shortText, databaseInteger } from './fields.ts';

/** The ages of licences in the counts, in months since the licence was issued; the last entry has no upper end. */
export const licenseAges = [
  { from: 0, to: 3 },
  { from: 3, to: 6 },
  { from: 6, to: 12 },
  { from: 12, to: null },
] as const;

/** The PCs that use a version; `ages` has their number for each entry of `licenseAges`. */
const versionCount = z.strictObject({ version: z.string(), pcs: z.int(), ages: z.array(z.int()) });

/**
 * `tool` is the counted tool, by default the one on most PCs; null if no PC has a licence. A filter by version or age does not change the
 * list of versions or ages from which it is chosen.
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

/** The maximum number of owners who get a release note by one call; the next call sends the note to the next owners. */
export const maxNoteLetters = 500;
/** The maximum number of owners that are counted before a note is sent. */
export const maxOwnersCounted = 10_000;

const noteReply = z.strictObject({
  /** The number of owners who will get the note, because they have not got it yet, by language. */
  languages: z.array(z.strictObject({ language: z.string(), owners: z.int() })),
  /** The number of owners who get no e-mail about this note, because they do not receive e-mail. */
  withoutMail: z.int(),
  /** The number of owners who have already got an e-mail about this note. */
  informed: z.int(),
  /** Whether there are more owners than were counted. */
  isMore: z.boolean(),
  /** The number of e-mails that this call has queued. */
  queued: z.int(),
});
export type NoteReply = z.infer<typeof noteReply>;

/** The calls about the versions of the tool on the PCs of customers (the page "Versions in use"). */
export const fleet = {
  versions: endpoint({
    name: 'fleet.versions',
    summary:
      'The versions of a tool on the PCs of users in the caller’s scope, and the ages of their licences; counted every hour',
    method: 'GET',
    path: '/fleet',
    access: { any: ['users.view'] },
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
      'Mail a published release note to the owners in scope of the PCs with these versions, each note once to each owner; a preview counts them',
    method: 'POST',
    path: '/fleet/release-note',
    access: { any: ['users.edit'] },
    body: z.strictObject({
      releaseId: databaseInteger(),
      tool: shortText,
      versions: z.array(shortText).check(z.minLength(1), z.maxLength(100)),
      country: z.optional(shortText),
      brand: z.optional(shortText),
      preview: z.optional(z.boolean()),
    }),
    reply: noteReply,
    problems: ['RESULTS_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
};
