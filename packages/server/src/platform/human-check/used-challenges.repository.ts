import type { Db } from '#server/database/database.ts';
import { minutes } from '#server/platform/clock/clock.ts';

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
