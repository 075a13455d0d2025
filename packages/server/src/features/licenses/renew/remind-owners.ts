import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { renewals } from '@basics/contract/licenses/renewals.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { countTouched } from '#server/features/users/users.repository.ts';
import { listDone, runBulk, toPreviewFields } from '#server/platform/bulk.ts';
import type { RowDetails } from '#server/platform/bulk.ts';
import { days } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/writing.ts';
import { formatDay } from '../calendar.ts';
import { claimReminderByStaff } from '../contacts/remind-owner.ts';
import type { RemindContext } from '../contacts/remind-owner.ts';
import { findRenewalOutlook } from './renewability.ts';
import { findRenewalFacts } from './renewals.repository.ts';
import { createSecondContactRecipient } from '../contacts/second-contact.ts';
import { findLicensesExpiringInSpan, findMailRecipient } from './due-renewals.repository.ts';

/** The maximum number of licences in one e-mail. */
const maxListedLicenses = 100;

type Reminder = Pick<Body<typeof renewals.remindOwners>, 'until'>;

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
  if (!preview) return { results };
  return { results, ...toPreviewFields(results, await countTouched(context.database.kysely, listDone(results))) };
}

/**
 * Reminds one user of all licences that expire until the given day. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND if no licence expires until
 * that day, NO_REMINDERS, REMINDED_TODAY.
 */
async function remindOwnerOfAll(context: RemindContext, userId: number, { until }: Reminder): Promise<void> {
  const { database, queueLetter, actor, at } = context;
  await requireInScope(database.kysely, actor, userId);
  await database.transact(async (trx) => {
    const user = await findMailRecipient(trx, userId);
    if (!user) throw problem('USER_NOT_FOUND');
    const viewer = { userId, profileID: null };
    const span = { from: at, until: Date.parse(until) + days(1) - 1 };
    const rows = await findLicensesExpiringInSpan(trx, viewer, { ...span, limit: maxListedLicenses });
    const [first] = rows;
    if (!first) throw problem('RESULTS_NOT_FOUND');
    if (user.canReceiveMail === 0) throw problem('NO_REMINDERS');
    await claimReminderByStaff(trx, `license:remind-user:${userId}`, at);
    const facts = await findRenewalFacts(
      trx,
      rows.map(({ id }) => id),
    );
    const endsWithGrant = facts.every((licenseFacts) => findRenewalOutlook(licenseFacts, at).grantEndsOn !== null);
    const licenses = rows.map(({ tool, machineName, expiresAt }) => ({
      tool,
      machineName,
      expiryDate: formatDay(expiresAt),
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
  });
}
