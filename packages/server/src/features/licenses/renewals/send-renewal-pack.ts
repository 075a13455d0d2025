import type { Reply } from '@basics/contract/endpoint.ts';
import type { renewals } from '@basics/contract/renewals.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { runBulk } from '#server/platform/bulk.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import { renewLicense } from '../renew-license.ts';
import type { RenewContext } from '../renew-license.ts';
import { findOwnerId } from '../renewals.repository.ts';
import { lockLicenseForLetter, sendRateLimit } from '../send-license.ts';
import { findLicensesOfCompany, findMailRecipient } from './renewals.repository.ts';
import type { MailRecipient } from './renewals.repository.ts';

/** The licences of one pack at most. */
const mostInPack = 100;

type CompanyLicense = Awaited<ReturnType<typeof findLicensesOfCompany>>[number];

/**
 * Renews the licences of a user's company where possible, each in a transaction of its own, and mails the user one list with all licence
 * files. A preview renews and sends nothing. Throws USER_NOT_FOUND, ACCOUNT_SUSPENDED, RESULTS_NOT_FOUND, TOO_MANY_ATTEMPTS.
 */
export async function sendRenewalPack(
  renewing: RenewContext,
  userId: number,
  preview: boolean,
): Promise<Reply<typeof renewals.sendPack>> {
  const { database, actor, now } = renewing;
  await requireInScope(database.kysely, actor, userId);
  const user = await findMailRecipient(database.kysely, userId);
  if (!user) throw problem('USER_NOT_FOUND');
  if (user.status !== 'active') throw problem('ACCOUNT_SUSPENDED');
  const licenses = await findLicensesOfCompany(database.kysely, actor, { user, now, limit: mostInPack });
  if (licenses.length === 0) throw problem('RESULTS_NOT_FOUND');
  if (!preview) await claimAttempt(database.kysely, `license:pack:${userId}`, sendRateLimit, now);
  const { results } = await runBulk({
    database,
    ids: licenses.map(({ id }) => id),
    preview,
    act: async (transactionDatabase, id) => {
      const ownerId = await findOwnerId(transactionDatabase.kysely, id);
      if (ownerId === undefined) throw problem('RESULTS_NOT_FOUND');
      return renewLicense({ ...renewing, database: transactionDatabase }, ownerId, id);
    },
  });
  if (!preview) await mailPack(renewing, user);
  return {
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

/** The licences are read again: a renewal has replaced some of them. */
async function mailPack(
  { database, queueLetter, actor, origin, now }: RenewContext,
  user: MailRecipient,
): Promise<void> {
  await database.transact(async (trx) => {
    const licenses = await findLicensesOfCompany(trx, actor, { user, now, limit: mostInPack });
    const attached = [];
    for (const { id, userId, ...owner } of licenses)
      attached.push({
        ...(await lockLicenseForLetter(trx, { userId, licenseId: id, at: now })),
        owner: { userId, name: formatOwner(owner) },
      });
    const { id: userId, login: to, brandId, firstName, company } = user;
    await queueLetter(trx, { kind: 'renewalPack', to, userId, brandId, firstName, company, licenses: attached });
    const subject = { kind: 'user', id: userId } as const;
    const after = { licenses: licenses.map(({ id }) => id) };
    await recordAction(trx, { actor, origin, at: now }, { action: 'user.sendPack', subject, after });
  });
}

const formatOwner = ({
  firstName,
  lastName,
  login,
}: Pick<CompanyLicense, 'firstName' | 'lastName' | 'login'>): string => `${firstName} ${lastName}`.trim() || login;
