import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { renewals } from '@basics/contract/licenses/renewals.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { countTouched } from '#server/features/users/users.repository.ts';
import { recordAudits } from '#server/platform/audit/audit.ts';
import { runBulk, toPreviewFields } from '#server/platform/bulk.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { IssueContext } from '../issue/issue-license.ts';
import { findLicenseStatus } from '../license.ts';
import { createInactiveProblem } from '../issue/refusal.ts';
import { renewLicense } from './renew-license.ts';
import { findOwnerId } from './renewals.repository.ts';
import { sendRateLimit, toLicenseLetterFields } from '../contacts/send-license.ts';
import { lockLicenseToSend } from '../licenses.repository.ts';
import { findLicensesOfCompany, findMailRecipient } from './due-renewals.repository.ts';
import type { MailRecipient } from './due-renewals.repository.ts';

/** The maximum number of licences in one pack. */
const maxLicensesInPack = 100;

type CompanyLicense = Awaited<ReturnType<typeof findLicensesOfCompany>>[number];

/**
 * Renews the licences of a user's company where possible, each in its own transaction, and sends the user one e-mail with all licence files. A
 * preview renews and sends nothing. Throws USER_NOT_FOUND, ACCOUNT_SUSPENDED, RESULTS_NOT_FOUND, TOO_MANY_ATTEMPTS.
 */
export async function sendRenewalPack(
  context: IssueContext,
  userId: number,
  preview = false,
): Promise<Reply<typeof renewals.sendPack>> {
  const { database, actor, at } = context;
  await requireInScope(database.kysely, actor, userId);
  const user = await requireRecipient(database.kysely, userId);
  const licenses = await findLicensesOfCompany(database.kysely, actor, { user, now: at, limit: maxLicensesInPack });
  if (licenses.length === 0) throw problem('RESULTS_NOT_FOUND');
  if (!preview) await claimAttempt(database.kysely, `license:pack:${userId}`, sendRateLimit, at);
  const { results } = await runBulk({
    database,
    ids: licenses.map(({ id }) => id),
    preview,
    changeRecord: async (transactionDatabase, id) => {
      const ownerId = await findOwnerId(transactionDatabase.kysely, id);
      if (ownerId === undefined) throw problem('RESULTS_NOT_FOUND');
      await renewLicense({ ...context, database: transactionDatabase }, ownerId, id);
    },
  });
  if (!preview) await mailPack(context, userId);
  const effects = results.map(({ id, outcome, message }): BulkResult =>
    outcome === 'done'
      ? { id, outcome, effect: 'renewed' }
      : { id, outcome: 'done', effect: 'sent', ...(message !== undefined && { message }) },
  );
  const ownerIds = licenses.map((license) => license.userId);
  return {
    ...(preview && toPreviewFields(effects, await countTouched(database.kysely, ownerIds))),
    recipient: user.login,
    licenses: licenses.map((license) => {
      const result = results.find(({ id }) => id === license.id);
      return {
        licenseId: license.id,
        machineName: license.machineName,
        owner: formatOwner(license),
        login: license.login,
        isRenewed: result?.outcome === 'done',
        ...(result?.message !== undefined && { message: result.message }),
      };
    }),
  };
}

/**
 * The recipient and the licences are read again, because both may have changed during the renewals. A licence that is no longer active is
 * left out. Throws USER_NOT_FOUND, ACCOUNT_SUSPENDED, RESULTS_NOT_FOUND if no file is left.
 */
async function mailPack(context: IssueContext, userId: number): Promise<void> {
  const { database, queueLetter, actor, at } = context;
  await database.transact(async (trx) => {
    await lockUser(trx, userId);
    await requireInScope(trx, actor, userId);
    const user = await requireRecipient(trx, userId);
    const attachedLicenses = await lockPackedLicenses(trx, { user, actor, now: at });
    if (attachedLicenses.length === 0) throw problem('RESULTS_NOT_FOUND');
    const { login: to, brandId, firstName, company } = user;
    await queueLetter(trx, {
      kind: 'renewalPack',
      to,
      userId,
      brandId,
      firstName,
      company,
      licenses: attachedLicenses,
    });
    const auditSubject = { kind: 'user', id: userId } as const;
    const auditValues = { licenses: attachedLicenses.map(({ licenseId }) => licenseId) };
    await recordAudits(trx, [
      createAuditEntry(context, { action: 'user.sendPack', subject: auditSubject, after: auditValues }),
      ...attachedLicenses
        .filter(({ owner }) => owner.userId !== userId)
        .map(({ licenseId, owner }) =>
          createAuditEntry(context, {
            action: 'license.send',
            subject: { kind: 'license', id: licenseId, personId: owner.userId },
            after: { recipientId: userId },
          }),
        ),
    ]);
  });
}

async function lockPackedLicenses(trx: Trx, { user, actor, now }: { user: MailRecipient; actor: Actor; now: number }) {
  const attachedLicenses = [];
  for (const { id, userId, ...owner } of await findLicensesOfCompany(trx, actor, {
    user,
    now,
    limit: maxLicensesInPack,
  })) {
    const license = await lockLicenseToSend(trx, userId, id);
    if (license && findLicenseStatus(license, now) === 'Active')
      attachedLicenses.push({ ...toLicenseLetterFields(license), owner: { userId, name: formatOwner(owner) } });
  }
  return attachedLicenses;
}

/** Finds the active user who gets the e-mail. Throws USER_NOT_FOUND, ACCOUNT_SUSPENDED. */
async function requireRecipient(db: Db, userId: number): Promise<MailRecipient> {
  const user = await findMailRecipient(db, userId);
  if (!user) throw problem('USER_NOT_FOUND');
  if (user.status !== 'active') throw createInactiveProblem(user.status);
  return user;
}

const formatOwner = ({
  firstName,
  lastName,
  login,
}: Pick<CompanyLicense, 'firstName' | 'lastName' | 'login'>): string => `${firstName} ${lastName}`.trim() || login;
