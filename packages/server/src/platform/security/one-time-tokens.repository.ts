import type { Db } from '#server/database/database.ts';
import type { NewRow, Row } from '#server/database/schema.ts';

export type Purpose = Row<'oneTimeTokens'>['purpose'];

const columns = ['purpose', 'userId', 'path', 'challenge', 'expiresAt'] as const;

export type OneTimeToken = Pick<Row<'oneTimeTokens'>, (typeof columns)[number]>;

type Wanted = { purposes: readonly Purpose[]; hash: string; now: number };

export async function insertToken(trx: Db, row: NewRow<'oneTimeTokens'>): Promise<void> {
  await trx.insertInto('oneTimeTokens').values(row).execute();
}

/** One conditional UPDATE, so that of any number of callers at the same time exactly one gets the token. */
export const markTokenUsed = (trx: Db, { purposes, hash, now }: Wanted): Promise<OneTimeToken | undefined> =>
  trx
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('purpose', 'in', [...purposes])
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(columns)
    .executeTakeFirst();

export const findToken = (db: Db, { purposes, hash, now }: Wanted): Promise<OneTimeToken | undefined> =>
  db
    .selectFrom('oneTimeTokens')
    .select(columns)
    .where('hash', '=', hash)
    .where('purpose', 'in', [...purposes])
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** The user of a token, whether or not it was used or has expired. */
export const findTokenOwner = (db: Db, purpose: Purpose, hash: string) =>
  db
    .selectFrom('oneTimeTokens')
    .select('userId')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** Ends the tokens of these purposes that a user has not used yet. */
export async function endOneTimeTokens(
  trx: Db,
  { purposes, userId, now }: { purposes: readonly Purpose[]; userId: number; now: number },
): Promise<void> {
  await trx
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('purpose', 'in', [...purposes])
    .where('usedAt', 'is', null)
    .execute();
}
