import { days } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';

/** Rows that have done their work: nothing reads them any more but whoever looks back over the last weeks. */
export async function purgeExpired({ database: { kysely }, clock }: JobNeeds): Promise<void> {
  const now = clock();
  const monthAgo = now - days(30);
  await kysely
    .deleteFrom('sessions')
    .where((where) => where.or([where('ended_at', '<=', monthAgo), where('expires_at', '<=', monthAgo)]))
    .execute();
  await kysely
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<=', now - days(7))
    // By the link that confirmed it an applicant can take his request back, as long as it waits.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'one_time_tokens.user_id')
            .where('users.status', '=', 'pending'),
        ),
      ),
    )
    .execute();
  await kysely.deleteFrom('used_challenges').where('expires_at', '<=', now).execute();
  await kysely
    .deleteFrom('throttles')
    .where('window_start', '<=', now - days(2))
    .where('next_allowed_at', '<=', now)
    .execute();
}
