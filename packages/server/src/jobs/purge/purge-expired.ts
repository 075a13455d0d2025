import { deleteOldInvitations } from '#server/features/companies/people.repository.ts';
import { emptyNotesBin } from '#server/features/release-notes/notes-bin.repository.ts';
import { deleteOldDeliveries } from '#server/features/integrations/webhooks/webhooks.repository.ts';
import { loginLinkMs } from '#server/features/users/access/change-login.ts';
import { deleteEndedAbsences } from '#server/features/users/absence/absences.repository.ts';
import { deleteEndedPresences } from '#server/features/users/timeline/timeline.repository.ts';
import { repeatUntilDone } from '#server/platform/background/batches.ts';
import { restorableMs, clockSkewMs, days, maxSessionLeadMs, toUtcDay } from '#server/platform/clock/clock.ts';
import { endSessionsAndLinksFromFuture } from '#server/platform/clock/clock-guard.repository.ts';
import type { JobDependencies } from '../job-needs.ts';
import { deleteAnswers } from '#server/platform/http/idempotent-answers.repository.ts';
import { deviceLifetimeMs } from '#server/platform/http/request-origin.ts';
import {
  deleteActivations,
  deleteEndedOverrides,
  deleteEndedSessions,
  deleteEndedUndos,
  deleteExpiredTokens,
  deleteKnownDevices,
  deleteLinkCodes,
  deleteWorkSignIns,
  deleteLoginChanges,
  deleteOldActs,
  deleteOldImports,
  deleteReminderStops,
  deleteStoppedContacts,
  deleteThrottles,
  deleteUsedChallenges,
} from './purge.repository.ts';

/**
 * Deletes rows of the database that no API call reads any more. Sessions and tokens are kept for some weeks after their
 * end, so that incidents can be investigated. Before the deletion, sessions and tokens with dates in the future, which
 * a wrong clock wrote, are ended, so that they never become valid.
 */
export async function purgeExpired(
  { database: { kysely }, clock }: JobDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  const [abandonedUntil, finishedUntil] = [now - days(1), now - days(7)];
  await endSessionsAndLinksFromFuture(kysely, {
    now,
    sessionsAfter: now + maxSessionLeadMs,
    linksAfter: now + clockSkewMs,
  });
  await repeatUntilDone((limit) => deleteEndedSessions(kysely, now - days(30), limit), signal);
  await repeatUntilDone((limit) => deleteExpiredTokens(kysely, now - days(7), limit), signal);
  await repeatUntilDone((limit) => deleteKnownDevices(kysely, now - deviceLifetimeMs, limit), signal);
  await repeatUntilDone((limit) => deleteActivations(kysely, now, limit), signal);
  await repeatUntilDone((limit) => deleteEndedUndos(kysely, now, limit), signal);
  await repeatUntilDone((limit) => deleteEndedOverrides(kysely, toUtcDay(now - days(30)), limit), signal);
  await repeatUntilDone((limit) => deleteLoginChanges(kysely, now - loginLinkMs, limit), signal);
  await repeatUntilDone((limit) => deleteReminderStops(kysely, now, limit), signal);
  await repeatUntilDone((limit) => deleteLinkCodes(kysely, now, limit), signal);
  await repeatUntilDone((limit) => deleteWorkSignIns(kysely, now, limit), signal);
  await repeatUntilDone((limit) => deleteStoppedContacts(kysely, now, limit), signal);
  await repeatUntilDone((limit) => deleteUsedChallenges(kysely, now, limit), signal);
  await repeatUntilDone((limit) => deleteOldImports(kysely, { abandonedUntil, finishedUntil, limit }), signal);
  await repeatUntilDone((limit) => deleteOldActs(kysely, finishedUntil, limit), signal);
  await repeatUntilDone((limit) => emptyNotesBin(kysely, now - restorableMs, limit), signal);
  await repeatUntilDone((limit) => deleteOldInvitations(kysely, { endedUntil: now - days(30), limit }), signal);
  await repeatUntilDone((limit) => deleteAnswers(kysely, now - days(7), limit), signal);
  await repeatUntilDone((limit) => deleteOldDeliveries(kysely, now - days(30), limit), signal);
  await deleteEndedPresences(kysely, now);
  await deleteEndedAbsences(kysely, now);
  await repeatUntilDone((limit) => deleteThrottles(kysely, { startedUntil: now - days(2), now, limit }), signal);
}
