import { exportedKinds } from '@basics/contract/audit-actions.ts';
import type { ExportedKind } from '@basics/contract/audit-actions.ts';
import type { Database, Db } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/long-reads.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';

/** Each user can export twenty times an hour without delay, and then with growing waits, because an export is the most expensive call. */
const exportLimit: RateLimit = { free: 20, windowMs: hours(1), firstWaitMs: minutes(1), longestWaitMs: minutes(10) };

/** The actions of the audit entries of exports. */
export const exportActions = exportedKinds.map((kind) => `${kind}.export` as const);

/**
 * `query` is the selection of rows: keyword, filters and sort order. An export is recorded with the kind of its records, or with the name of its
 * list if its records have no kind of their own.
 */
type Export = RecordedExport & { query: Record<string, unknown> };

export type RecordedExport = { kind: Exclude<ExportedKind, 'list'> } | { list: string };

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
  exported: Export,
): Promise<Db> {
  await claimExport(database, actor, at);
  const audited =
    'list' in exported
      ? ({ action: 'list.export', subject: { kind: 'list', id: exported.list } } as const)
      : ({ action: `${exported.kind}.export`, subject: { kind: exported.kind, id: null } } as const);
  await database.transact((trx) => recordAction(trx, { actor, origin, at }, { ...audited, after: exported.query }));
  return dbForLongReads(database.kysely);
}
