import { staffProfiles } from '@basics/contract/permissions.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { lockUser } from '#server/database/database.ts';
import { readDomain } from '#server/features/users/create-user.ts';
import { isSeenOnlyAsDeputy, requireInScope } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/mount.ts';
import { invalid } from '#server/platform/problem.ts';
import { isPublicDomain } from '#server/platform/public-domains.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import {
  deleteLettersToContact,
  findReminderContact,
  isStoppedContact,
  storeReminderContact,
} from './reminder-contacts.repository.ts';

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
 * Changes the second contact of a user, or removes it if `emailAddress` is null. E-mails to the previous address that were not sent yet are
 * deleted. Throws USER_NOT_FOUND, INVALID for an address that only staff may set, for any address that a deputy sets, and for an address
 * whose owner ended the reminders, TOO_MANY_ATTEMPTS.
 */
export async function changeReminderContact(
  context: Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>,
  userId: number,
  emailAddress: string | null,
) {
  const { database, actor, at } = context;
  await requireInScope(database.kysely, actor, userId);
  await database.transact(async (trx) => {
    await lockUser(trx, userId);
    const oldContact = await findReminderContact(trx, userId);
    if (oldContact === emailAddress) return;
    if (emailAddress !== null && (await isSeenOnlyAsDeputy(trx, actor, userId)))
      throw invalid({ address: fieldMessages.notAllowed });
    if (emailAddress !== null && !maySetAddress(actor, emailAddress))
      throw invalid({ address: fieldMessages.contactDomain });
    if (emailAddress !== null && (await isStoppedContact(trx, userId, emailAddress, at)))
      throw invalid({ address: fieldMessages.contactStopped });
    await claimAttempt(trx, `reminder-contact:${userId}`, changeLimit, at);
    await storeReminderContact(trx, userId, emailAddress);
    await deleteLettersToContact(trx, userId);
    await recordAction(trx, context, {
      action: 'user.reminderContact',
      subject: { kind: 'user', id: userId },
      before: { reminderContact: oldContact },
      after: { reminderContact: emailAddress },
    });
  });
  return { address: emailAddress };
}

const staffProfileIds: readonly (number | null)[] = staffProfiles;

/** Customers may set only an address of their company, so that the portal does not write to strangers for them. */
function maySetAddress({ profileID, login }: Actor, emailAddress: string): boolean {
  if (staffProfileIds.includes(profileID)) return true;
  const domain = readDomain(emailAddress);
  return domain === readDomain(login) && !isPublicDomain(domain);
}
