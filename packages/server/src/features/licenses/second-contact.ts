import { createHash, randomBytes } from 'node:crypto';
import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { days } from '#server/platform/clock.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { claimLinkAttempt } from '#server/platform/security/link-attempts.ts';
import {
  deleteLettersToContact,
  findReminderContact,
  findReminderStop,
  insertReminderStop,
  storeReminderContact,
  storeStoppedContact,
} from './reminder-contacts.repository.ts';

/** A link that ends the reminders works longer than the longest time between a reminder and the end of the licence. */
const stopLinkLifetimeMs = days(90);

/** A fast hash is enough for a token of 256 random bits. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type Customer = { userId: number; brandId: string | null };

/**
 * Returns the recipient of an e-mail to the second contact of a customer, with the token of a new link that ends the reminders. Returns
 * null if the customer has no second contact.
 */
export async function createSecondContactRecipient(trx: Trx, { userId, brandId }: Customer, now: number) {
  const to = await findReminderContact(trx, userId);
  if (to === null) return null;
  const token = randomBytes(32).toString('base64url');
  const validUntil = now + stopLinkLifetimeMs;
  await insertReminderStop(trx, { hash: hashToken(token), userId, expiresAt: validUntil });
  return { to, userId, brandId, firstName: '', token, validUntil };
}

/**
 * Removes the second contact to whom the link was sent, and deletes the unsent e-mails to this contact. The removed address cannot be
 * entered as a second contact again for a year. Throws LINK_NOT_VALID, TOO_MANY_ATTEMPTS.
 */
export async function stopReminders(
  { database, origin, at }: Pick<CallContext, 'database' | 'origin' | 'at'>,
  token: string,
): Promise<undefined> {
  const attempt = await claimLinkAttempt(database.kysely, origin.address, at);
  await database.transact(async (trx) => {
    const hash = hashToken(token);
    const stopLink = await findReminderStop(trx, hash, at);
    if (stopLink) await lockUser(trx, stopLink.userId);
    // While the call waited for the lock, the contact may have been replaced, and then the link is no longer valid.
    if (!stopLink || !(await findReminderStop(trx, hash, at))) throw problem('LINK_NOT_VALID');
    const reminderContact = await findReminderContact(trx, stopLink.userId);
    await storeReminderContact(trx, stopLink.userId, null);
    if (reminderContact !== null)
      await storeStoppedContact(trx, { userId: stopLink.userId, emailAddress: reminderContact, stoppedAt: at });
    await deleteLettersToContact(trx, stopLink.userId);
    await recordAudit(trx, {
      at,
      actorId: null,
      requestId: origin.requestId,
      action: 'user.reminderContact',
      subject: { kind: 'user', id: stopLink.userId },
      before: { reminderContact },
      after: { reminderContact: null },
    });
  });
  await attempt.giveBack();
  return undefined;
}
