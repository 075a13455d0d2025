import type { Db } from '#server/database/database.ts';
import { minutes } from '#server/platform/clock.ts';

/** How long a used answer is stored: longer than any service or challenge accepts it. */
const retentionMs = minutes(30);

/** If several requests send the same answer at once, only one of them succeeds. */
export async function claimAnswer(db: Db, id: string, now: number): Promise<boolean> {
  const claimedRow = await db
    .insertInto('usedChallenges')
    .values({ id, expiresAt: now + retentionMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return claimedRow.numInsertedOrUpdatedRows === 1n;
}
