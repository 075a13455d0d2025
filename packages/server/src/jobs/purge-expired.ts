import { days } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';
import { deviceLifetimeMs } from '#server/platform/http/device-cookie.ts';
import {
  deleteEndedSessions,
  deleteExpiredTokens,
  deleteKnownDevices,
  deleteThrottles,
  deleteUsedChallenges,
} from './purge.repository.ts';

/** Deletes rows that no call reads any more; sessions and tokens are kept some weeks for who looks into an incident. */
export async function purgeExpired({ database: { kysely }, clock }: JobNeeds): Promise<void> {
  const now = clock();
  await deleteEndedSessions(kysely, now - days(30));
  await deleteExpiredTokens(kysely, now - days(7));
  await deleteKnownDevices(kysely, now - deviceLifetimeMs);
  await deleteUsedChallenges(kysely, now);
  await deleteThrottles(kysely, now - days(2), now);
}
