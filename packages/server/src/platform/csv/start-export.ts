import { exportedKinds, type ExportedKind } from '@basics/contract/audit/audit-actions.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { type WriteContext } from '#server/platform/writing.ts';
import { recordAction } from '#server/platform/audit/audit.ts';

/**
 * Each user can export twenty times an hour without delay, and then only after waiting times that become longer,
 * because an export is the most expensive call.
 */
const exportLimit: RateLimit = {
  freeAttempts: 20,
  windowMs: hours(1),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(10),
};

/** The names of the actions with which the audit log records exports. */
export const exportActions = exportedKinds.map((kind) => `${kind}.export` as const);

/**
 * An export for the audit log. `query` says which rows are exported: keyword, filters and sort order. The audit log
 * records the kind of the exported records, or the name of the list if its records have no kind of their own.
 */
type Export = ({ kind: Exclude<ExportedKind, 'list'> } | { list: string }) & { query: Record<string, unknown> };

/** Counts an export for the limit of the user. Throws TOO_MANY_ATTEMPTS. */
export const countExport = ({ kysely }: Database, actor: Actor, at: number): Promise<number> =>
  claimAttempt(kysely, `export:${actor.userId}`, exportLimit, at);

/**
 * Call this function before an export reads its rows. It counts the export for the limit of the user, and records it in
 * the audit log. Returns the database from which to read the rows. Throws TOO_MANY_ATTEMPTS.
 */
export async function startExport(context: WriteContext, exported: Export): Promise<Db> {
  const { database, actor, at } = context;
  await countExport(database, actor, at);
  const auditedExport =
    'list' in exported
      ? ({ action: 'list.export', subject: { kind: 'list', id: exported.list } } as const)
      : ({ action: `${exported.kind}.export`, subject: { kind: exported.kind, id: null } } as const);
  await database.transact((trx) => recordAction(trx, context, { ...auditedExport, after: exported.query }));
  return dbForLongReads(database.kysely);
}
