import type { Db, Trx } from './database/database.ts';
import { clockSkewMs } from './platform/clock.ts';

/** How long a portal counts as running after its last sign of life, in milliseconds. */
export const livesMs = 60_000;

/** Locks the list of running portals until the transaction ends, so that two that start together see each other. */
export async function holdPortals(trx: Trx): Promise<void> {
  await trx.selectFrom('settings').select('key').where('key', '=', 'installation').forUpdate().execute();
}

/** When a portal with another session key was last seen; null if none is running. */
export async function findPortalWithOtherKey(trx: Trx, sessionKeyId: string, now: number): Promise<number | null> {
  const row = await trx
    .selectFrom('portalProcesses')
    .select('lastSeenAt')
    .where('sessionKeyId', '!=', sessionKeyId)
    .where('lastSeenAt', '>', now - livesMs)
    // Further ahead, the row was written by a clock that was ahead.
    .where('lastSeenAt', '<=', now + clockSkewMs)
    .orderBy('lastSeenAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.lastSeenAt ?? null;
}

/** A portal that uses the database; `schemaName` is the newest migration that it knows, and `readyAt` null until it answers requests. */
export type RunningRow = {
  id: string;
  sessionKeyId: string;
  version: string;
  schemaName: string;
  host: string;
  pid: number;
  startedAt: number;
  readyAt: number | null;
};

/** Notes that a portal is running, and removes those that have ended without a sign. */
export async function noteRunning(db: Db, portal: RunningRow, now: number): Promise<void> {
  await db
    .insertInto('portalProcesses')
    .values({ ...portal, lastSeenAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lastSeenAt: now, readyAt: portal.readyAt }))
    .execute();
  await db
    .deleteFrom('portalProcesses')
    .where((where) => where.or([where('lastSeenAt', '<=', now - livesMs), where('lastSeenAt', '>', now + clockSkewMs)]))
    .execute();
}

/** Whether a portal that knows a later migration answers requests. */
export async function isLaterPortalReady(db: Db, schemaName: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('portalProcesses')
    .select('id')
    .where('schemaName', '>', schemaName)
    .where('readyAt', 'is not', null)
    .where('lastSeenAt', '>', now - livesMs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetPortal(db: Db, id: string): Promise<void> {
  await db.deleteFrom('portalProcesses').where('id', '=', id).execute();
}

const keySetting = 'session.keyId';

/** Writes the id of the session key; true if another one was there before. */
export async function changeSessionKeyId(trx: Trx, keyId: string): Promise<boolean> {
  const before = await trx.selectFrom('settings').select('value').where('key', '=', keySetting).executeTakeFirst();
  if (before?.value === keyId) return false;
  await trx
    .insertInto('settings')
    .values({ key: keySetting, value: keyId })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: keyId }))
    .execute();
  return before !== undefined;
}

/** Ends every session: no token of theirs is valid under the new key. */
export async function endEverySession(trx: Trx, at: number): Promise<void> {
  await trx.updateTable('sessions').set({ endedAt: at }).where('endedAt', 'is', null).execute();
}
