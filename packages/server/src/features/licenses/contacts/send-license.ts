import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { setLicenseMailState } from '#server/mail/outbox.repository.ts';
import { holdLetters, type QueueLetter } from '#server/mail/queue-letter.ts';
import { recordUndo, type Restore, type UndoableContext } from '#server/platform/undo/undo.repository.ts';
import { hours, toUtcDay } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, returnAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { findLicenseStatus } from '../license.ts';
import { createLicenseFileName } from '../read-license.ts';
import { createInactiveProblem } from '../issue/refusal.ts';
import type { RemindContext } from './remind-owners.ts';
import { makeLetterDue, lockLicenseToSend, type LicenseToSend } from '../licenses.repository.ts';

/** `wake` starts sending the e-mails that are due. */
type SendContext = RemindContext & UndoableContext & { wake: () => void };

/** At most five e-mails an hour are sent for one licence, counted over all senders, so that no mailbox is flooded. */
export const sendRateLimit: RateLimit = {
  freeAttempts: 5,
  windowMs: hours(1),
  firstWaitMs: hours(1),
  longestWaitMs: hours(1),
};

/**
 * Sends a licence to its owner by e-mail, with its file. If an e-mail with the licence already waits in the outbox, that e-mail is sent
 * now, and no second e-mail is queued. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND, LICENSE_ENDED, ACCOUNT_SUSPENDED, ACCOUNT_NOT_ACTIVE, TOO_MANY_ATTEMPTS.
 */
export async function sendLicense(context: SendContext, userId: number, licenseId: number): Promise<void> {
  const { database, actor } = context;
  await requireInScope(database.kysely, actor, userId, 'issuing');
  await database.transact(async (trx) => {
    const { holdLetter, letterIds } = holdLetters(context);
    await queueLicense(trx, { ...context, queueLetter: holdLetter }, { userId, licenseId });
    await recordUndo(trx, context, { kind: 'license', userId, subjectId: licenseId, payload: {}, letterIds });
  });
  context.wake();
}

/** Undoes the sending of a licence: the e-mail is dropped if it still waits, and one e-mail less is counted for the licence. */
export const restoreSentLicense: Restore = async (trx, context, { userId, subjectId: licenseId }) => {
  await requireInScope(trx, context.actor, userId, 'issuing');
  await returnAttempt(trx, `license:send:${licenseId}`);
  await setLicenseMailState(trx, licenseId, 'none');
  const subject = { kind: 'license', id: licenseId, personId: userId } as const;
  await recordAction(trx, context, { action: 'license.undo', subject });
  return [];
};

/** Queues the e-mail with a licence within a transaction. Throws the problems of `sendLicense`, except USER_NOT_FOUND. */
export async function queueLicense(
  trx: Trx,
  context: Omit<RemindContext, 'database'>,
  { userId, licenseId }: { userId: number; licenseId: number },
): Promise<void> {
  const { queueLetter, at } = context;
  // Otherwise a deletion of the owner at this moment would not delete the e-mail.
  await lockUser(trx, userId);
  const licence = await lockLicenseToSend(trx, userId, licenseId);
  if (!licence) throw problem('RESULTS_NOT_FOUND');
  if (licence.ownerStatus !== 'active') throw createInactiveProblem(licence.ownerStatus);
  if (findLicenseStatus(licence, at) !== 'Active') throw problem('LICENSE_ENDED');
  await claimAttempt(trx, `license:send:${licenseId}`, sendRateLimit, at);
  if (!(await makeLetterDue(trx, licenseId, at))) await queueLetter(trx, createLetter(licence));
  const auditSubject = { kind: 'license', id: licenseId, personId: userId } as const;
  await recordAction(trx, context, { action: 'license.send', subject: auditSubject });
}

const createLetter = (licence: LicenseToSend): Parameters<QueueLetter>[1] => ({
  kind: 'license',
  to: licence.login,
  userId: licence.userId,
  brandId: licence.ownerBrandId,
  firstName: licence.firstName,
  ...toLicenseLetterFields(licence),
});

/** Returns the facts about a licence that its e-mail states, and the attached licence file. */
export const toLicenseLetterFields = (licence: LicenseToSend) => ({
  licenseId: licence.id,
  tool: licence.toolName,
  machineName: licence.machineName,
  expiryDate: toUtcDay(licence.expiresAt),
  code: licence.licenceCode,
  file: {
    name: createLicenseFileName(licence),
    content: licence.licenceFile,
  },
});

/**
 * Locks a licence that was just issued for a code, and returns the facts for its e-mail and the attached file. Throws LICENSE_ENDED if the
 * licence is no longer valid, because an old code can lead to an old licence. `at` is in Unix milliseconds.
 */
export async function lockLicenseForLetter(
  trx: Trx,
  { userId, licenseId, at }: { userId: number; licenseId: number; at: number },
) {
  const licence = await lockLicenseToSend(trx, userId, licenseId);
  if (!licence) throw new Error('a licence that was just issued was not found');
  if (findLicenseStatus(licence, at) !== 'Active') throw problem('LICENSE_ENDED');
  return toLicenseLetterFields(licence);
}
