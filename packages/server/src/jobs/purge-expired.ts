import { emptyNotesBin, noteBinMs } from '#server/features/release-notes/notes-bin.repository.ts';
import { repeatUntilDone } from '#server/platform/background/batches.ts';
import { clockSkewMs, days, sessionsAheadMs } from '#server/platform/clock.ts';
import { endDatedAhead } from '#server/platform/clock-guard.repository.ts';
import type { JobDependencies } from './job-needs.ts';
import { deviceLifetimeMs } from '#server/platform/http/device-cookie.ts';
import {
  deleteActivations,
  deleteEndedSessions,
  deleteExpiredTokens,
  deleteKnownDevices,
  deleteLoginChanges,
  deleteOldImports,
  deleteThrottles,
  deleteUsedChallenges,
} from './purge.repository.ts';

/**
 * Deletes rows that no call reads any more; sessions and tokens are kept for some weeks, so that incidents can be investigated. Ends those
 * that are dated too far ahead to be valid, before the time reaches their dates.
 */
export async function purgeExpired(
  { database: { kysely }, clock }: JobDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  const [abandonedUntil, finishedUntil] = [now - days(1), now - days(7)];
  await endDatedAhead(kysely, { now, sessionsAfter: now + sessionsAheadMs, linksAfter: now + clockSkewMs });
  await repeatUntilDone((most) => deleteEndedSessions(kysely, now - days(30), most), signal);
  await repeatUntilDone((most) => deleteExpiredTokens(kysely, now - days(7), most), signal);
  await repeatUntilDone((most) => deleteKnownDevices(kysely, now - deviceLifetimeMs, most), signal);
  await repeatUntilDone((most) => deleteActivations(kysely, now, most), signal);
  await repeatUntilDone((most) => deleteLoginChanges(kysely, now, most), signal);
  await repeatUntilDone((most) => deleteUsedChallenges(kysely, now, most), signal);
  await repeatUntilDone((most) => deleteOldImports(kysely, { abandonedUntil, finishedUntil, most }), signal);
  await repeatUntilDone((most) => emptyNotesBin(kysely, now - noteBinMs, most), signal);
  await repeatUntilDone((most) => deleteThrottles(kysely, { startedUntil: now - days(2), now, most }), signal);
}
