import type { Database, Trx } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { hours } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { Pace } from '#server/platform/security/throttle.repository.ts';
import { dayOf } from './calendar.ts';
import { licenseFileName } from './license-file-name.ts';
import { statusOf } from './license.ts';
import { hastenLetter, lockLicenseToSend } from './licenses.repository.ts';
import type { LicenseToSend } from './licenses.repository.ts';

type Sending = {
  database: Database;
  queueLetter: QueueLetter;
  /** Has what is due sent now. */
  wake: () => void;
  actor: Actor;
  origin: Origin;
  at: number;
};

/** At most five e-mails an hour for one licence, for all senders together, so that no mailbox is flooded. */
const sendPace: Pace = { free: 5, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };

/**
 * Mails a licence to its owner, with its file. One that still waits in the outbox is not joined by a second one: it goes out now.
 * Throws USER_NOT_FOUND, RESULTS_NOT_FOUND, LICENSE_ENDED, ACCOUNT_SUSPENDED, TOO_MANY_ATTEMPTS.
 */
export async function sendLicense(sending: Sending, userId: number, licenseId: number): Promise<void> {
  const { database, actor, origin, at } = sending;
  await requireInScope(database.kysely, actor, userId);
  await database.transact(async (trx) => {
    const licence = await lockLicenseToSend(trx, userId, licenseId);
    if (!licence) throw problem('RESULTS_NOT_FOUND');
    if (licence.ownerStatus !== 'active') throw problem('ACCOUNT_SUSPENDED');
    if (statusOf(licence, at) !== 'Active') throw problem('LICENSE_ENDED');
    await claimAttempt(trx, `license:send:${licenseId}`, sendPace, at);
    if (!(await hastenLetter(trx, licenseId, at))) await sending.queueLetter(trx, letterOf(licence));
    await recordAudit(trx, {
      at,
      actorId: actor.userId,
      requestId: origin.requestId,
      action: 'license.send',
      subject: { kind: 'license', id: licenseId, personId: userId },
    });
  });
  sending.wake();
}

const letterOf = (licence: LicenseToSend): Parameters<QueueLetter>[1] => ({
  kind: 'license',
  to: licence.login,
  userId: licence.userId,
  brandId: licence.ownerBrandId,
  firstName: licence.firstName,
  ...carriedBy(licence),
});

/** Returns the text of an e-mail with a licence, and the attached file. */
export const carriedBy = (licence: LicenseToSend) => ({
  licenseId: licence.id,
  tool: licence.toolName,
  machineName: licence.machineName,
  expiryDate: dayOf(licence.expiresAt),
  code: licence.licenceCode,
  file: {
    name: licenseFileName(licence),
    content: licence.licenceFile,
  },
});

/**
 * The same for a licence that answers a code, `at` in Unix milliseconds. The code may have brought it long ago: one that is not in force any
 * more goes to nobody (LICENSE_ENDED).
 */
export async function licenseToCarry(
  trx: Trx,
  { userId, licenseId, at }: { userId: number; licenseId: number; at: number },
) {
  const licence = await lockLicenseToSend(trx, userId, licenseId);
  if (!licence) throw new Error('a licence that was just issued is not there');
  if (statusOf(licence, at) !== 'Active') throw problem('LICENSE_ENDED');
  return carriedBy(licence);
}
