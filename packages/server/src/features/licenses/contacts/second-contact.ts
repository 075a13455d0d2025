import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { createHash, randomBytes } from 'node:crypto';
import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { isSeenOnlyAsDeputy, requireInScope } from '#server/features/users/scope.repository.ts';
import { recordAudit, recordAction } from '#server/platform/audit/audit.ts';
import { days } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { isPublicDomain, readDomain, toReadableAddress } from '#server/platform/email-addresses.ts';
import { claimLinkAttempt } from '#server/platform/security/link-limits.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { findOwner } from '../licenses.repository.ts';
import {
  deleteLettersToContact,
  findReminderContact,
  findReminderStop,
  insertReminderStop,
  isStoppedContact,
  storeReminderContact,
  storeStoppedContact,
} from './second-contact.repository.ts';

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

/**
 * The portal sends e-mails to the second contact without asking the owner of the address, so the address cannot be
 * changed often.
 */
const changeLimit: RateLimit = { freeAttempts: 5, windowMs: days(1), firstWaitMs: days(1), longestWaitMs: days(1) };

/** Throws USER_NOT_FOUND. */
export async function readReminderContact({ db, actor }: Pick<CallContext, 'db' | 'actor'>, userId: number) {
  await requireInScope(db, actor, userId);
  return { address: await findReminderContact(db, userId) };
}

/**
 * Changes the second contact of a user, or removes it if `typedAddress` is null. E-mails to the previous address that were not sent yet are
 * deleted. If staff change it, the customer gets an e-mail. Throws USER_NOT_FOUND, INVALID for an address that only staff may set, for any
 * address that a deputy sets, and for an address whose owner ended the reminders, TOO_MANY_ATTEMPTS.
 */
export async function changeReminderContact(
  context: Pick<CallContext, 'database' | 'actor' | 'origin' | 'at' | 'queueLetter'>,
  userId: number,
  typedAddress: string | null,
) {
  const emailAddress = typedAddress === null ? null : toReadableAddress(typedAddress);
  const { database, actor, at, queueLetter } = context;
  await requireInScope(database.kysely, actor, userId);
  await database.transact(async (trx) => {
    await lockUser(trx, userId);
    const oldContact = await findReminderContact(trx, userId);
    if (oldContact === emailAddress) return;
    if (emailAddress !== null && (await isSeenOnlyAsDeputy(trx, actor, userId)))
      throw invalid({ address: fieldMessages.notAllowed });
    if (emailAddress !== null && !maySetAddress(actor, userId, emailAddress))
      throw invalid({ address: serverMessages.contactDomain });
    if (emailAddress !== null && (await isStoppedContact(trx, userId, emailAddress, at)))
      throw invalid({ address: serverMessages.contactStopped });
    await claimAttempt(trx, `reminder-contact:${userId}`, changeLimit, at);
    await storeReminderContact(trx, userId, emailAddress);
    await deleteLettersToContact(trx, userId);
    await recordAction(trx, context, {
      action: 'user.reminderContact',
      subject: { kind: 'user', id: userId },
      before: { reminderContact: oldContact },
      after: { reminderContact: emailAddress },
    });
    const owner = userId === actor.userId ? undefined : await findOwner(trx, userId);
    if (!owner) return;
    const { login: to, brandId, firstName } = owner;
    await queueLetter(trx, { kind: 'secondContactSet', to, userId, brandId, firstName, address: emailAddress, at });
  });
  return { address: emailAddress };
}

/**
 * For their own account, users of every profile may set only an address of their company, so that the portal does not write to strangers
 * for them. Staff may set any address for a customer, who gets an e-mail about it.
 */
function maySetAddress({ userId: actorId, login }: Actor, userId: number, emailAddress: string): boolean {
  if (userId !== actorId) return true;
  const domain = readDomain(emailAddress);
  return domain === readDomain(login) && !isPublicDomain(domain);
}
