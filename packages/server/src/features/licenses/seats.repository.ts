import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

/** Adds to the history of a PC the parts that its newest code names. */
export async function insertParts(trx: Db, parts: NewRow<'machineParts'>): Promise<void> {
  await trx.insertInto('machineParts').values(parts).execute();
}

/** The history of a PC's parts, newest first. */
export const findParts = (db: Db, machineId: number) =>
  db
    .selectFrom('machineParts')
    .select(['at', 'fingerprint'])
    .where('machineId', '=', machineId)
    .orderBy('id', 'desc')
    .execute();

/** When the parts of a user's PCs changed after a moment. */
export const findPartChanges = (db: Db, userId: number, since: number) =>
  db
    .selectFrom('machineParts')
    .innerJoin('machines', 'machines.id', 'machineParts.machineId')
    .select(['machineParts.machineId', 'machineParts.at'])
    .where('machines.userId', '=', userId)
    .where('machineParts.at', '>', since)
    .execute();

/** Whether staff get an e-mail about a PC now: not if they got one after `unlessAfter`. */
export async function claimDriftNotice(
  trx: Db,
  machineId: number,
  { at, unlessAfter }: { at: number; unlessAfter: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('machines')
    .set({ driftToldAt: at })
    .where('id', '=', machineId)
    .where((where) => where.or([where('driftToldAt', 'is', null), where('driftToldAt', '<=', unlessAfter)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The licences that an account got after a moment, of all tools and PCs. */
export const findIssuedSince = (db: Db, userId: number, since: number) =>
  db
    .selectFrom('licenses')
    .select(['machineId', 'issuedAt'])
    .where('userId', '=', userId)
    .where('issuedAt', '>', since)
    .execute();

/** Returns the PCs of an account and tool that were declared gone, the latest first, and who reported each. */
export const findReleases = (db: Db, userId: number, toolId: string) =>
  db
    .selectFrom('machineReleases')
    .innerJoin('users', 'users.id', 'machineReleases.releasedBy')
    .select(['machineReleases.machineId', 'machineReleases.at', 'machineReleases.releasedBy'])
    .select(['users.firstName', 'users.lastName', 'users.login'])
    .where('machineReleases.userId', '=', userId)
    .where('machineReleases.toolId', '=', toolId)
    .orderBy('machineReleases.id', 'desc')
    .execute();

type TrialKey = { userId: number; toolId: string };

/** When the account's trial of a tool ends or ended; null where it had none. */
export async function findTrialEnd(db: Db, { userId, toolId }: TrialKey): Promise<number | null> {
  const found = await db
    .selectFrom('licenses')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('toolId', '=', toolId)
    .where('isTrial', '=', 1)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst();
  return found?.expiresAt ?? null;
}

/** PCs of other accounts that had a trial of the tool, and that share a part with a fingerprint (hex). */
export const findTrialPcs = (db: Db, { userId, toolId }: TrialKey, fingerprint: string) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(['machines.anchor', 'machines.fingerprint'])
    .where('licenses.toolId', '=', toolId)
    .where('licenses.isTrial', '=', 1)
    .where('licenses.userId', '!=', userId)
    .where((where) => where.or([0, 1, 2, 3].map((at) => sharesPart(fingerprint, at))))
    .execute();

/** Eight hex digits a part, counted from 1 in SQL. */
function sharesPart(fingerprint: string, at: number) {
  const part = fingerprint.slice(at * 8, at * 8 + 8);
  return sql<boolean>`substr(coalesce(machines.anchor, machines.fingerprint), ${sql.lit(at * 8 + 1)}, 8) = ${part}`;
}
