import type { ExpressionBuilder } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow, Row, Tables } from '#server/database/schema.ts';
import { clockSkewMs, minutes } from '#server/platform/clock/clock.ts';

export type Purpose = Row<'oneTimeTokens'>['purpose'];

const columns = ['purpose', 'userId', 'path', 'challenge', 'expiresAt'] as const;

export type OneTimeToken = Pick<Row<'oneTimeTokens'>, (typeof columns)[number]>;

/** `lifetimes` is the maximum lifetime of a token of each purpose, in milliseconds. */
type TokenQuery = {
  purposes: readonly Purpose[];
  hash: string;
  now: number;
  lifetimes: Readonly<Record<Purpose, number>>;
};

export async function insertToken(trx: Db, row: NewRow<'oneTimeTokens'>): Promise<void> {
  await trx.insertInto('oneTimeTokens').values(row).execute();
}

/**
 * The condition that a token is unused, has not expired, and does not expire later than its lifetime allows. A token
 * that expires later was created while the clock was ahead.
 */
const isUsable =
  ({ purposes, hash, now, lifetimes }: TokenQuery) =>
  (where: ExpressionBuilder<Tables, 'oneTimeTokens'>) =>
    where.and([
      where('hash', '=', hash),
      where('usedAt', 'is', null),
      where('expiresAt', '>', now),
      where.or(
        purposes.map((purpose) =>
          where.and([where('purpose', '=', purpose), where('expiresAt', '<=', now + lifetimes[purpose] + clockSkewMs)]),
        ),
      ),
    ]);

/**
 * Marks a token as used and returns it. The UPDATE is conditional, so that exactly one of several simultaneous callers
 * gets the token.
 */
export const markTokenUsed = (trx: Db, query: TokenQuery): Promise<OneTimeToken | undefined> =>
  trx
    .updateTable('oneTimeTokens')
    .set({ usedAt: query.now })
    .where(isUsable(query))
    .returning(columns)
    .executeTakeFirst();

export const findToken = (db: Db, query: TokenQuery): Promise<OneTimeToken | undefined> =>
  db.selectFrom('oneTimeTokens').select(columns).where(isUsable(query)).executeTakeFirst();

/** Finds the user of a token, even if the token was used or has expired. */
export const findTokenOwner = (db: Db, purpose: Purpose, hash: string) =>
  db
    .selectFrom('oneTimeTokens')
    .select('userId')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** Returns whether a newer token ended this token, so that it is not used, and the newer token was issued at the same time. */
export async function isTokenReplaced(db: Db, purposes: readonly Purpose[], hash: string): Promise<boolean> {
  const newerToken = await db
    .selectFrom('oneTimeTokens as older')
    .innerJoin('oneTimeTokens as newer', (join) =>
      join
        .onRef('newer.userId', '=', 'older.userId')
        .onRef('newer.purpose', '=', 'older.purpose')
        .onRef('newer.createdAt', '=', 'older.usedAt')
        .onRef('newer.hash', '<>', 'older.hash'),
    )
    .select('newer.purpose')
    .where('older.hash', '=', hash)
    .where('older.purpose', 'in', [...purposes])
    .executeTakeFirst();
  return newerToken !== undefined;
}

/** Ends the tokens of the given purposes that a user has not used yet, except for the token with the hash `keptHash`. */
export async function endOneTimeTokens(
  trx: Db,
  {
    purposes,
    userId,
    keptHash = '',
    now,
  }: { purposes: readonly Purpose[]; userId: number; keptHash?: string; now: number },
): Promise<void> {
  await trx
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('purpose', 'in', [...purposes])
    .where('usedAt', 'is', null)
    .where('hash', '!=', keptHash)
    .execute();
}

/** Makes the tokens usable again that a newer token ended at `endedAt` (Unix milliseconds). */
export async function reviveOneTimeTokens(
  trx: Trx,
  { purpose, userId, endedAt }: { purpose: Purpose; userId: number; endedAt: number },
): Promise<void> {
  await trx
    .updateTable('oneTimeTokens')
    .set({ usedAt: null })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', '=', endedAt)
    .execute();
}

/** How long a used answer is stored. No service and no challenge accepts an answer for so long. */
const retentionMs = minutes(30);

/** If several requests send the same answer at the same time, only one of them gets true. */
export async function claimAnswer(db: Db, id: string, now: number): Promise<boolean> {
  const claimedRow = await db
    .insertInto('usedChallenges')
    .values({ id, expiresAt: now + retentionMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return claimedRow.numInsertedOrUpdatedRows === 1n;
}
