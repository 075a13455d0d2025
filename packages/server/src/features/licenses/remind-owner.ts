import type { Trx } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import { findLicenseToRemind } from './licenses-in-use.repository.ts';
import { queueReminderLetters } from './reminder-letters.ts';

export type RemindContext = Pick<CallContext, 'database' | 'queueLetter' | 'actor' | 'origin' | 'at'>;

/** Staff can send one reminder a day for each licence and to each owner, counted over all senders. */
const remindLimit: RateLimit = { freeAttempts: 1, windowMs: days(1), firstWaitMs: days(1), longestWaitMs: days(1) };

/**
 * Sends the reminder of a licence now, in the language of its owner and with the link that renews it. The scheduled reminders do not
 * change. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND if the licence is another user's, LICENSE_ENDED, NO_REMINDERS, REMINDED_TODAY.
 */
export async function remindOwner(context: RemindContext, userId: number, licenseId: number): Promise<void> {
  const { database, queueLetter, actor, at } = context;
  await requireInScope(database.kysely, actor, userId);
  await database.transact(async (trx) => {
    const licence = await findLicenseToRemind(trx, licenseId);
    if (licence && licence.userId !== userId) throw problem('RESULTS_NOT_FOUND');
    if (!licence || licence.expiresAt <= at) throw problem('LICENSE_ENDED');
    if (licence.canReceiveMail === 0) throw problem('NO_REMINDERS');
    await claimReminderByStaff(trx, `license:remind:${licenseId}`, at);
    await queueReminderLetters(trx, queueLetter, { licence, licenseId, now: at });
    const auditSubject = { kind: 'license', id: licenseId, personId: userId } as const;
    await recordAction(trx, context, { action: 'license.remind', subject: auditSubject, after: { to: 'owner' } });
  });
}

/** Counts a reminder that staff send. Throws REMINDED_TODAY if staff already sent one in the last 24 hours. */
export async function claimReminderByStaff(trx: Trx, key: string, at: number): Promise<void> {
  await claimAttempt(trx, key, remindLimit, at).catch((thrownError: unknown) => {
    if (thrownError instanceof Problem && thrownError.code === 'TOO_MANY_ATTEMPTS') throw problem('REMINDED_TODAY');
    throw thrownError;
  });
}
