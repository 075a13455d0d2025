import type { Db } from '#server/database/database.ts';
import type { NewRow, Row } from '#server/database/schema.ts';

export type Purpose = Row<'one_time_tokens'>['purpose'];

const columns = ['purpose', 'user_id', 'path', 'challenge', 'expires_at'] as const;

export type OneTimeToken = Pick<Row<'one_time_tokens'>, (typeof columns)[number]>;

type Wanted = { purposes: readonly Purpose[]; hash: string; now: number };

export async function insertToken(trx: Db, row: NewRow<'one_time_tokens'>): Promise<void> {
  await trx.insertInto('one_time_tokens').values(row).execute();
}

/** One conditional UPDATE, so that of any number of callers at the same time exactly one gets the token. */
export const markTokenUsed = (trx: Db, { purposes, hash, now }: Wanted): Promise<OneTimeToken | undefined> =>
  trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('purpose', 'in', [...purposes])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();

export const findToken = (db: Db, { purposes, hash, now }: Wanted): Promise<OneTimeToken | undefined> =>
  db
    .selectFrom('one_time_tokens')
    .select(columns)
    .where('hash', '=', hash)
    .where('purpose', 'in', [...purposes])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** The user of a token, whether or not it was used or has expired. */
export const findTokenOwner = (db: Db, purpose: Purpose, hash: string) =>
  db
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** Ends the tokens of these purposes that a user has not used yet. */
export async function endOneTimeTokens(
  trx: Db,
  { purposes, userId, now }: { purposes: readonly Purpose[]; userId: number; now: number },
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', [...purposes])
    .where('used_at', 'is', null)
    .execute();
}
