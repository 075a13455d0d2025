import { days } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';

/** Rows that have done their work: nothing reads them any more but whoever looks back over the last weeks. */
export async function purgeExpired({ database: { kysely }, clock }: JobNeeds): Promise<void> {
  const now = clock();
  const monthAgo = now - days(30);
  await kysely
    .deleteFrom('sessions')
    .where((where) => where.or([where('endedAt', '<=', monthAgo), where('expiresAt', '<=', monthAgo)]))
    .execute();
  await kysely
    .deleteFrom('oneTimeTokens')
    .where('expiresAt', '<=', now - days(7))
    // By the link that confirmed it an applicant can take his request back, as long as it waits.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'oneTimeTokens.userId')
            .where('users.status', '=', 'pending'),
        ),
      ),
    )
    .execute();
  await kysely.deleteFrom('usedChallenges').where('expiresAt', '<=', now).execute();
  await kysely
    .deleteFrom('throttles')
    .where('windowStart', '<=', now - days(2))
    .where('nextAllowedAt', '<=', now)
    .execute();
}
