import type { Database, Db } from '#server/database/database.ts';
import { longReads } from '#server/database/long-reads.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';

/** Each user can export twenty times an hour without delay, and then with growing waits, because an export is the most expensive call. */
const exportLimit: RateLimit = { free: 20, windowMs: hours(1), firstWaitMs: minutes(1), longestWaitMs: minutes(10) };

/** The kinds of records that can be exported, as the audit log names them. */
const exportKinds = [
  'assignment',
  'audit',
  'crmAccount',
  'helpRequest',
  'license',
  'mail',
  'releaseNotes',
  'request',
  'user',
] as const;

/** The actions of the audit entries of exports. */
export const exportActions = exportKinds.map((kind) => `${kind}.export` as const);

type Export = {
  kind: (typeof exportKinds)[number];
  /** The selection of rows: keyword, filters and sort order. */
  query: Record<string, unknown>;
};

/** Counts an export against the user's limit. Throws TOO_MANY_ATTEMPTS. */
export const claimExport = ({ kysely }: Database, actor: Actor, at: number): Promise<number> =>
  claimAttempt(kysely, `export:${actor.userId}`, exportLimit, at);

/**
 * Call this before an export reads its table. The export is counted against the limit of the user, and an audit entry records the
 * selection. Returns the database from which to read the table. Throws TOO_MANY_ATTEMPTS.
 */
export async function beginExport(
  { database, at }: { database: Database; at: number },
  { actor, origin }: { actor: Actor; origin: Origin },
  { kind, query }: Export,
): Promise<Db> {
  await claimExport(database, actor, at);
  await database.transact((trx) =>
    recordAction(trx, { actor, origin, at }, { action: `${kind}.export`, subject: { kind, id: null }, after: query }),
  );
  return longReads(database.kysely);
}
