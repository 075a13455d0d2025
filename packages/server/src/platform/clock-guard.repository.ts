import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Trx } from '#server/database/database.ts';

const latestKey = 'clock.latest';
const jumpKey = 'clock.jump';
const acceptedKey = 'clock.accepted';

const time = z.int().check(z.gte(0), z.lte(8.64e15));

/**
 * A jump that nobody has accepted yet: the time that was expected and the one that the clock showed when a process that sees the jump last
 * compared them, in Unix milliseconds.
 */
const jump = z.strictObject({ id: z.string(), from: time, to: time });
export type ClockJump = z.infer<typeof jump>;

/** The time that an operator called right, in Unix milliseconds. */
const acceptance = z.strictObject({ id: z.string(), at: time });
export type Acceptance = z.infer<typeof acceptance>;

/** What all processes over one database know about the time. */
export type ClockRecord = {
  /** The latest time that any process without a doubt has seen, in Unix milliseconds; null before the first start. */
  latest: number | null;
  jump: ClockJump | null;
  /** The acceptance of an operator that came last. */
  accepted: Acceptance | null;
  /** The keys of settings that cannot be read; their values above are null. */
  unreadable: readonly string[];
};

export async function findClockRecord(db: Db): Promise<ClockRecord> {
  const keys = [latestKey, jumpKey, acceptedKey];
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute();
  const unreadable: string[] = [];
  const read = <T>(key: string, shape: z.ZodMiniType<T>): T | null => {
    const row = rows.find((each) => each.key === key);
    if (!row) return null;
    const { data } = shape.safeParse(jsonIn(row.value));
    if (data === undefined) unreadable.push(key);
    return data ?? null;
  };
  const [latest, seen, accepted] = [read(latestKey, time), read(jumpKey, jump), read(acceptedKey, acceptance)];
  return { latest, jump: seen, accepted, unreadable };
}

/** The value of a setting; undefined where it is not JSON. */
function jsonIn(value: string): unknown {
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

export const writeJump = (db: Db, seen: ClockJump): Promise<void> => writeSetting(db, jumpKey, JSON.stringify(seen));

export const deleteJump = (db: Db): Promise<void> => deleteSettings(db, [jumpKey]);

/** Makes this time the right one for all processes, whatever was seen before. */
export async function acceptTime(trx: Trx, accepted: Acceptance): Promise<void> {
  await deleteJump(trx);
  await writeSetting(trx, acceptedKey, JSON.stringify(accepted));
  await writeSetting(trx, latestKey, String(accepted.at));
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
  await db.deleteFrom('activations').where('expiresAt', '<=', by).execute();
}

/**
 * Ends for good the sessions opened, and the one-time links issued, after these moments (Unix milliseconds): a wrong clock dated them. They
 * would be valid again when the right time reaches their dates.
 */
export async function endDatedAhead(
  db: Db,
  { now, sessionsAfter, linksAfter }: { now: number; sessionsAfter: number; linksAfter: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('createdAt', '>', sessionsAfter)
    // Follows from the line above; this column has an index.
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
