import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Trx } from '#server/database/database.ts';

const latestKey = 'clock.latest';
const jumpKey = 'clock.jump';
const acceptedKey = 'clock.accepted';

/** The latest time that any process of the portal has seen, in Unix milliseconds; null before the first start. */
export async function findLatestTime(db: Db): Promise<number | null> {
  const value = await findSetting(db, latestKey);
  return value === null ? null : Number(value);
}

/** Stores this time if it is later than the stored one. */
export async function noteLatestTime(db: Db, now: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: latestKey, value: String(now) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: String(now) })
        .where(sql<boolean>`cast(settings.value as bigint) < ${now}`),
    )
    .execute();
}

/**
 * A jump that no operator has accepted yet: the expected time and the time that the clock showed, in Unix milliseconds.
 */
const jump = z.strictObject({ id: z.string(), from: z.number(), to: z.number() });
export type ClockJump = z.infer<typeof jump>;

export async function findJump(db: Db): Promise<ClockJump | null> {
  const value = await findSetting(db, jumpKey);
  return value === null ? null : jump.parse(JSON.parse(value));
}

/** Stores only the first jump. */
export async function insertJump(db: Db, found: ClockJump): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: jumpKey, value: JSON.stringify(found) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function deleteJump(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', jumpKey).execute();
}

/** The last accepted jump. */
export const findAcceptedJump = (db: Db): Promise<string | null> => findSetting(db, acceptedKey);

/** Accepts the current time as the right one. */
export async function acceptJump(trx: Trx, { id }: ClockJump, now: number): Promise<void> {
  await deleteJump(trx);
  await writeSetting(trx, acceptedKey, id);
  await writeSetting(trx, latestKey, String(now));
}

/**
 * Ends the sessions and one-time links that have expired by this time (Unix milliseconds), so that a clock that goes
 * back makes none of them valid again.
 */
export async function endExpired(db: Db, by: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: by })
    .where('expiresAt', '<=', by)
    .where('endedAt', 'is', null)
    .execute();
  await db
    .updateTable('oneTimeTokens')
    .set({ usedAt: by })
    .where('expiresAt', '<=', by)
    .where('usedAt', 'is', null)
    .execute();
}

async function findSetting(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

async function writeSetting(trx: Trx, key: string, value: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
