import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { renewals } from '@basics/contract/licenses/renewals.ts';
import * as z from 'zod/mini';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { countTouched } from '#server/features/users/users.repository.ts';
import { listDone, runBulk, toPreviewFields, type RowDetails } from '#server/platform/bulk.ts';
import { days, toUtcDay, endOfDay } from '#server/platform/clock/clock.ts';
import { problem, Problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { findRenewalOutlook } from '../renew/renewability.ts';
import {
  findRenewalFacts,
  findLicensesExpiringInSpan,
  findMailRecipient,
  findLicenseToRemind,
} from '../renew/renewals.repository.ts';
import { createSecondContactRecipient } from './second-contact.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { toLetterRecipient } from '#server/features/users/absence/absences.ts';
import { holdLetters, type QueueLetter } from '#server/mail/queue-letter.ts';
import {
  recordUndo,
  toBulkUndoFields,
  type Restore,
  type UndoableContext,
} from '#server/platform/undo/undo.repository.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { claimAttempt, deleteAttempts, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import type { LicenseToRemind } from '../renew/renewals.repository.ts';

/** The maximum number of licences in one e-mail. */
const maxListedLicenses = 100;

/**
 * Sends each user and the second contact one e-mail with the licences that expire until a given day. Only the e-mail to the user has the link
 * that renews the licences.
 */
export async function remindOwners(
  context: RemindContext,
  { ids, preview, ...reminder }: Body<typeof renewals.remindOwners>,
): Promise<Reply<typeof renewals.remindOwners>> {
  const { results } = await runBulk({
    database: context.database,
    ids,
    preview,
    changeRecord: async (database, id): Promise<RowDetails> => {
      await remindOwnerOfAll({ ...context, database }, id, reminder);
      return { effect: 'reminded' };
    },
  });
  if (!preview) return { results, ...toBulkUndoFields(context, results, false) };
  return { results, ...toPreviewFields(results, await countTouched(context.database.kysely, listDone(results))) };
}

/**
 * Reminds one user of all licences that expire until the given day. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND if no licence expires until
 * that day, NO_REMINDERS, REMINDED_TODAY.
 */
export async function remindOwnerOfAll(
  context: RemindContext,
  userId: number,
  { until }: Pick<Body<typeof renewals.remindOwners>, 'until'>,
): Promise<void> {
  const { database, actor, at } = context;
  await requireInScope(database.kysely, actor, userId);
  await database.transact(async (trx) => {
    const { holdLetter: queueLetter, letterIds } = holdLetters(context);
    const user = await findMailRecipient(trx, userId);
    if (!user) throw problem('USER_NOT_FOUND');
    const viewer = { userId, profileID: null };
    const span = { from: at, until: Date.parse(until) + days(1) - 1 };
    const rows = await findLicensesExpiringInSpan(trx, viewer, { ...span, limit: maxListedLicenses });
    const [first] = rows;
    if (!first) throw problem('RESULTS_NOT_FOUND');
    if (user.canReceiveMail === 0) throw problem('NO_REMINDERS');
    const attempts = `license:remind-user:${userId}`;
    await claimReminderByStaff(trx, attempts, at);
    const facts = await findRenewalFacts(
      trx,
      rows.map(({ id }) => id),
    );
    const endsWithGrant = facts.every((licenseFacts) => findRenewalOutlook(licenseFacts, at).grantEndsOn !== null);
    const licenses = rows.map(({ tool, machineName, expiresAt }) => ({
      tool,
      machineName,
      expiryDate: toUtcDay(expiresAt),
    }));
    await queueLetter(trx, {
      kind: 'renewalsDue',
      to: user.login,
      userId,
      brandId: user.brandId,
      firstName: user.firstName,
      licenseId: rows.length === 1 ? first.id : null,
      licenses,
      endsWithGrant,
    });
    const contact = await createSecondContactRecipient(trx, { userId, brandId: user.brandId }, at);
    const { login, company } = user;
    const customer = { userId, login, company, name: `${user.firstName} ${user.lastName}`.trim() || login };
    if (contact)
      await queueLetter(trx, { kind: 'secondContactRenewalsDue', ...contact, customer, licenses, endsWithGrant });
    const auditSubject = { kind: 'user', id: userId } as const;
    await recordAction(trx, context, {
      action: 'user.remind',
      subject: auditSubject,
      after: { licenses: rows.length },
    });
    await recordUndo(trx, context, { kind: 'reminder', userId, payload: { attempts }, letterIds });
  });
}

export type RemindContext = Pick<CallContext, 'database' | 'queueLetter' | 'actor' | 'origin' | 'at'> & UndoableContext;

/** Staff can send one reminder a day for each licence and to each owner, counted over all senders. */
const remindLimit: RateLimit = { freeAttempts: 1, windowMs: days(1), firstWaitMs: days(1), longestWaitMs: days(1) };

/**
 * Sends the reminder of a licence now, in the language of its owner and with the link that renews it. The scheduled reminders do not
 * change. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND if the licence is another user's, LICENSE_ENDED, NO_REMINDERS, REMINDED_TODAY.
 */
export async function remindOwner(context: RemindContext, userId: number, licenseId: number): Promise<void> {
  const { database, actor, at } = context;
  await requireInScope(database.kysely, actor, userId);
  await database.transact(async (trx) => {
    const { holdLetter, letterIds } = holdLetters(context);
    const licence = await findLicenseToRemind(trx, licenseId);
    if (licence && licence.userId !== userId) throw problem('RESULTS_NOT_FOUND');
    if (!licence || licence.expiresAt <= at) throw problem('LICENSE_ENDED');
    if (licence.canReceiveMail === 0) throw problem('NO_REMINDERS');
    const attempts = `license:remind:${licenseId}`;
    await claimReminderByStaff(trx, attempts, at);
    await queueReminderLetters(trx, holdLetter, { licence, licenseId, now: at });
    const auditSubject = { kind: 'license', id: licenseId, personId: userId } as const;
    await recordAction(trx, context, { action: 'license.remind', subject: auditSubject, after: { to: 'owner' } });
    await recordUndo(trx, context, {
      kind: 'reminder',
      userId,
      subjectId: licenseId,
      payload: { attempts },
      letterIds,
    });
  });
}

const storedReminder = z.strictObject({ attempts: z.string() });

/** Undoes a reminder: its e-mails that still wait are dropped, and staff may send another one. */
export const restoreReminder: Restore = async (trx, context, { userId, payload }) => {
  const { attempts } = storedReminder.parse(JSON.parse(payload));
  await requireInScope(trx, context.actor, userId);
  await deleteAttempts(trx, [attempts]);
  await recordAction(trx, context, { action: 'user.undo', subject: { kind: 'user', id: userId } });
  return [];
};

/** Counts a reminder that staff send. Throws REMINDED_TODAY if staff already sent one in the last 24 hours. */
async function claimReminderByStaff(trx: Trx, key: string, at: number): Promise<void> {
  await claimAttempt(trx, key, remindLimit, at).catch((thrownError: unknown) => {
    if (thrownError instanceof Problem && thrownError.code === 'TOO_MANY_ATTEMPTS') throw problem('REMINDED_TODAY');
    throw thrownError;
  });
}

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
    expiryDate: toUtcDay(licence.expiresAt),
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
    acceptedUntil: toUtcDay(licence.expiresAt + days(licence.graceDays)),
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
