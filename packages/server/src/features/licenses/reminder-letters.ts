import type { Trx } from '#server/database/database.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { toLetterRecipient } from '#server/features/users/deputies.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { days } from '#server/platform/clock.ts';
import { endOfDay, formatDay } from './calendar.ts';
import type { LicenseToRemind } from './licenses-in-use.repository.ts';
import { findRenewalOutlook } from './renewability.ts';
import { findRenewalFacts } from './renewals.repository.ts';
import { createSecondContactRecipient } from './second-contact.ts';

type Reminder = { licence: LicenseToRemind; licenseId: number; now: number };

/**
 * Queues the e-mails which say that a licence will expire: to its owner, or to the people responsible for an owner who receives no e-mail,
 * and to the second contact. Returns whether the owner or the responsible people get an e-mail.
 */
export async function queueReminderLetters(
  trx: Trx,
  queueLetter: QueueLetter,
  { licence, licenseId, now }: Reminder,
): Promise<'owner' | 'caretakers'> {
  const [facts] = await findRenewalFacts(trx, [licenseId]);
  const { opensAt, grantEndsOn } = facts ? findRenewalOutlook(facts, now) : { opensAt: null, grantEndsOn: null };
  const letterFacts = {
    tool: licence.tool,
    machineName: licence.machine,
    expiryDate: formatDay(licence.expiresAt),
    daysLeft: Math.round((endOfDay(licence.expiresAt) - endOfDay(now)) / days(1)),
    endsWithGrant: grantEndsOn !== null,
  };
  if (licence.canReceiveMail === 0) {
    await notifyCaretakers(trx, queueLetter, { licence, facts: letterFacts, now });
    await notifySecondContact(trx, queueLetter, { licence, facts: letterFacts, now });
    return 'caretakers';
  }
  await queueLetter(trx, {
    kind: 'licenseEnds',
    to: licence.login,
    userId: licence.userId,
    brandId: licence.brandId,
    firstName: licence.firstName,
    ...letterFacts,
    acceptedUntil: formatDay(licence.expiresAt + days(licence.graceDays)),
    licenseId: opensAt === null ? null : licenseId,
  });
  await notifySecondContact(trx, queueLetter, { licence, facts: letterFacts, now });
  return 'owner';
}

type ReminderFacts = {
  tool: string;
  machineName: string;
  expiryDate: string;
  daysLeft: number;
  endsWithGrant: boolean;
};

async function notifyCaretakers(
  trx: Trx,
  queueLetter: QueueLetter,
  { licence, facts, now }: { licence: LicenseToRemind; facts: ReminderFacts; now: number },
): Promise<void> {
  const customer = toCustomer(licence);
  const { people } = await findCaretakers(trx, { ...licence, id: licence.userId }, now);
  for (const person of people)
    await queueLetter(trx, { kind: 'customerLicenseEnds', ...toLetterRecipient(person), customer, ...facts });
}

async function notifySecondContact(
  trx: Trx,
  queueLetter: QueueLetter,
  { licence, facts, now }: { licence: LicenseToRemind; facts: ReminderFacts; now: number },
): Promise<void> {
  const contact = await createSecondContactRecipient(trx, licence, now);
  if (contact)
    await queueLetter(trx, { kind: 'secondContactLicenseEnds', ...contact, customer: toCustomer(licence), ...facts });
}

const toCustomer = ({ userId, firstName, lastName, login, company }: LicenseToRemind) => ({
  userId,
  name: `${firstName} ${lastName}`,
  login,
  company,
});
