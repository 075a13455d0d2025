import type { Db, Trx } from '../database/foundation.ts';
import { clockSkewMs } from '../platform/clock/clock.ts';

/** How long a portal counts as running after it last renewed its row, in milliseconds. */
export const maxSilenceMs = 60_000;

/** Locks the list of running portals until the transaction ends, so that two portals that start at the same time notice each other. */
export async function lockPortalList(trx: Trx): Promise<void> {
  await trx.selectFrom('settings').select('key').where('key', '=', 'installation').forUpdate().execute();
}

/** Returns the time at which a running portal with another session key last renewed its row; null if there is no such portal. */
export async function findPortalWithOtherKey(db: Db, sessionKeyId: string, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('portalProcesses')
    .select('lastSeenAt')
    .where('sessionKeyId', '!=', sessionKeyId)
    .where('lastSeenAt', '>', now - maxSilenceMs)
    // A row whose time is in the future was written while a clock was wrong, and is ignored.
    .where('lastSeenAt', '<=', now + clockSkewMs)
    .orderBy('lastSeenAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.lastSeenAt ?? null;
}

/**
 * A portal process that uses the database. `schemaName` is the newest migration that the process knows, and `readyAt` is null until it
 * answers requests.
 */
export type RunningPortalRow = {
  id: string;
  sessionKeyId: string;
  version: string;
  schemaName: string;
  host: string;
  pid: number;
  startedAt: number;
  readyAt: number | null;
};

/** Stores that a portal is running, and deletes the rows of portals that have ended without deleting them. */
export async function storeRunningPortal(db: Db, portal: RunningPortalRow, now: number): Promise<void> {
  await db
    .insertInto('portalProcesses')
    .values({ ...portal, lastSeenAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lastSeenAt: now, readyAt: portal.readyAt }))
    .execute();
  await db
    .deleteFrom('portalProcesses')
    .where((where) =>
      where.or([where('lastSeenAt', '<=', now - maxSilenceMs), where('lastSeenAt', '>', now + clockSkewMs)]),
    )
    .execute();
}

/** Finds the portals on a host that have renewed their rows within `maxSilenceMs`. */
export const findPortals = (db: Db, host: string, now: number) =>
  db
    .selectFrom('portalProcesses')
    .select(['id', 'pid', 'readyAt'])
    .where('host', '=', host)
    .where('lastSeenAt', '>', now - maxSilenceMs)
    .orderBy('startedAt')
    .orderBy('id')
    .execute();

/** Returns whether a portal that knows a later migration than `schemaName` answers requests. */
export async function isLaterPortalReady(db: Db, schemaName: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('portalProcesses')
    .select('id')
    .where('schemaName', '>', schemaName)
    .where('readyAt', 'is not', null)
    .where('lastSeenAt', '>', now - maxSilenceMs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const turnSetting = 'upgrade.turn';

/**
 * Returns whether it is the turn of this portal to stop for portals of a later version, and if so, counts it as not ready. The older portals
 * stop one after the other: the first one at once, each other one only when as many portals are ready as before the first stop. So at most one
 * is missing, also if nothing starts a portal again.
 */
export async function takeTurnToStop(trx: Trx, { id, schemaName }: RunningPortalRow, now: number): Promise<boolean> {
  // The row of the turn is locked until the transaction ends, so that two portals do not take the same turn.
  const turn = await trx
    .insertInto('settings')
    .values({ key: turnSetting, value: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: turnSetting }))
    .returning('value')
    .executeTakeFirstOrThrow();
  const readyPortals = await trx
    .selectFrom('portalProcesses')
    .select('schemaName')
    .where('readyAt', 'is not', null)
    .where('lastSeenAt', '>', now - maxSilenceMs)
    .execute();
  const latest = [schemaName, ...readyPortals.map((portal) => portal.schemaName)].toSorted().at(-1) ?? schemaName;
  const [upgrade, count] = turn.value.split(' ');
  const wanted = upgrade === latest ? Number(count) : readyPortals.length;
  if (latest === schemaName || readyPortals.length < wanted) return false;
  await trx
    .updateTable('settings')
    .set({ value: `${latest} ${wanted}` })
    .where('key', '=', turnSetting)
    .execute();
  await trx.updateTable('portalProcesses').set({ readyAt: null }).where('id', '=', id).execute();
  return true;
}

export async function deletePortal(db: Db, id: string): Promise<void> {
  await db.deleteFrom('portalProcesses').where('id', '=', id).execute();
}

const keySetting = 'session.keyId';

/** Stores the id of the session key; returns whether it replaced another id. */
export async function changeSessionKeyId(trx: Trx, keyId: string): Promise<boolean> {
  const storedKeyId = await trx.selectFrom('settings').select('value').where('key', '=', keySetting).executeTakeFirst();
  if (storedKeyId?.value === keyId) return false;
  await trx
    .insertInto('settings')
    .values({ key: keySetting, value: keyId })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: keyId }))
    .execute();
  return storedKeyId !== undefined;
}

/** Ends all sessions, because a new session key makes all tokens invalid. */
export async function endEverySession(trx: Trx, at: number): Promise<void> {
  await trx.updateTable('sessions').set({ endedAt: at }).where('endedAt', 'is', null).execute();
}
