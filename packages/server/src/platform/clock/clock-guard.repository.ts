import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Trx } from '#server/database/foundation.ts';

const latestKey = 'clock.latest';
const jumpKey = 'clock.jump';
const acceptedKey = 'clock.accepted';

const timeSchema = z.int().check(z.gte(0), z.lte(8.64e15));

/**
 * A jump of a clock that no operator has accepted yet. `from` is the expected time and `to` is the time that the clock
 * showed, both at the last check of a process that sees the jump, in Unix milliseconds.
 */
const jumpSchema = z.strictObject({ id: z.string(), from: timeSchema, to: timeSchema });
export type ClockJump = z.infer<typeof jumpSchema>;

/** The time that an operator accepted as correct, in Unix milliseconds. */
const acceptanceSchema = z.strictObject({ id: z.string(), at: timeSchema });
export type ClockAcceptance = z.infer<typeof acceptanceSchema>;

/** What the database stores about the time, for all processes of the portal. */
export type ClockRecord = {
  /** The latest time that a process with a trusted clock has stored, in Unix milliseconds; null before the first start. */
  latestTime: number | null;
  jump: ClockJump | null;
  /** The last time at which an operator accepted the clock of the server. */
  acceptance: ClockAcceptance | null;
  /** The keys of settings whose values cannot be read. The fields above for these settings are null. */
  unreadableKeys: readonly string[];
};

export async function findClockRecord(db: Db): Promise<ClockRecord> {
  const keys = [latestKey, jumpKey, acceptedKey];
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute();
  const unreadableKeys: string[] = [];
  const readSetting = <T>(key: string, settingSchema: z.ZodMiniType<T>): T | null => {
    const row = rows.find((candidate) => candidate.key === key);
    if (!row) return null;
    const { data } = settingSchema.safeParse(parseSetting(row.value));
    if (data === undefined) unreadableKeys.push(key);
    return data ?? null;
  };
  const [latestTime, jump, acceptance] = [
    readSetting(latestKey, timeSchema),
    readSetting(jumpKey, jumpSchema),
    readSetting(acceptedKey, acceptanceSchema),
  ];
  return { latestTime, jump, acceptance, unreadableKeys };
}

/** Parses the value of a setting; undefined if it is not JSON. */
function parseSetting(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export async function deleteSettings(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('settings').where('key', 'in', keys).execute();
}

/** Stores the given time if it is later than the stored time. */
export async function recordLatestTime(db: Db, now: number): Promise<void> {
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

export const writeJump = (db: Db, jump: ClockJump): Promise<void> => writeSetting(db, jumpKey, JSON.stringify(jump));

export const deleteJump = (db: Db): Promise<void> => deleteSettings(db, [jumpKey]);

/** Stores the accepted time as correct for all processes, even if they have seen a jump before. */
export async function acceptTime(trx: Trx, acceptance: ClockAcceptance): Promise<void> {
  await deleteJump(trx);
  await writeSetting(trx, acceptedKey, JSON.stringify(acceptance));
  await writeSetting(trx, latestKey, String(acceptance.at));
}

/**
 * Ends the sessions and one-time links that have expired at the given time (Unix milliseconds), so that they do not
 * become valid again if the clock is set back.
 */
export async function endExpiredSessionsAndLinks(db: Db, at: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: at })
    .where('expiresAt', '<=', at)
    .where('endedAt', 'is', null)
    .execute();
  await db
    .updateTable('oneTimeTokens')
    .set({ usedAt: at })
    .where('expiresAt', '<=', at)
    .where('usedAt', 'is', null)
    .execute();
  await db.deleteFrom('activations').where('expiresAt', '<=', at).execute();
}

/**
 * Ends the sessions that were opened after `sessionsAfter`, and the one-time links that were issued after `linksAfter`
 * (Unix milliseconds). A wrong clock wrote these times. Otherwise, such sessions and links would become valid again
 * when the correct time reaches their dates.
 */
export async function endSessionsAndLinksFromFuture(
  db: Db,
  { now, sessionsAfter, linksAfter }: { now: number; sessionsAfter: number; linksAfter: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('createdAt', '>', sessionsAfter)
    // This condition follows from the line above. The condition is repeated so that the database can use an index.
    .where('expiresAt', '>', sessionsAfter)
    .where('endedAt', 'is', null)
    .execute();
  await db
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('createdAt', '>', linksAfter)
    .where('usedAt', 'is', null)
    .execute();
  await db.deleteFrom('activations').where('createdAt', '>', linksAfter).execute();
}

async function writeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
