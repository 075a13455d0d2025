import { countFleet } from '#server/features/fleet/count-fleet.ts';
import { completeRecoveries } from '#server/features/companies/recovery.ts';
import { renewOrderedTerms } from '#server/features/integrations/orders/renew-terms.ts';
import { remindKeyOwners } from '#server/features/integrations/remind-owners.ts';
import { hours, minutes, days, restorableMs } from '#server/platform/clock/clock.ts';
import type { Job } from '#server/platform/background/schedules.ts';
import type { JobDependencies } from './job-needs.ts';
import { sendExpiryReminders } from './letters/send-expiry-reminders.ts';
import { updateSearchIndexes } from './keep-search-indexes.ts';
import { sealAudit, type SealDependencies } from './seal-audit.ts';
import { sendDigests } from './letters/send-digests.ts';
import { purgeExpired } from './purge/purge-expired.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { bySystem, recordAudits, type AuditEntry } from '#server/platform/audit/audit.ts';
import { processOneByOne, repeatUntilDone, processInBatches } from '#server/platform/background/batches.ts';
import { erasePerson } from '#server/platform/audit/erasure.repository.ts';
import {
  findUsersToErase,
  deleteUser,
  findUnverifiedUsers,
  isRestorable,
  lockUserWithStatus,
} from './purge/purge-users.repository.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { JobName } from '@basics/contract/status/status.ts';
import type { Trx } from '../database/foundation.ts';
import { expireRequest, findOverdueRequests, type OverdueRequest } from './expire-requests.repository.ts';
import { deleteFinishedLetters, deleteLettersAboutDeletedUsers, deleteSealedParts } from './purge/purge.repository.ts';
import type { UnverifiedUser } from './purge/purge-users.repository.ts';

/** A job whose name the status page knows. */
export type NamedJob<Needs> = Job<Needs> & { name: JobName };

/** The recurring jobs, which the portal runs in the background. */
export const jobs: readonly NamedJob<JobDependencies>[] = [
  { name: 'requests.expire', everyMs: hours(1), run: expireRequests, pauses: 'clock' },
  { name: 'users.purgeUnverified', everyMs: hours(1), run: purgeUnverified, pauses: 'clock' },
  { name: 'users.erase', everyMs: hours(1), run: eraseDeletedUsers, pauses: 'clock' },
  { name: 'companies.recover', everyMs: hours(1), run: completeRecoveries, pauses: 'clock' },
  { name: 'mail.forget', everyMs: hours(6), run: deleteOldLetters, pauses: 'clock' },
  { name: 'licenses.remind', everyMs: hours(1), run: sendExpiryReminders, pauses: 'clock' },
  { name: 'fleet.count', everyMs: hours(1), run: countFleet, pauses: 'clock' },
  { name: 'users.digest', everyMs: hours(1), run: sendDigests, pauses: 'clock' },
  { name: 'integrations.remind', everyMs: hours(6), run: remindKeyOwners, pauses: 'clock' },
  { name: 'integrations.orders', everyMs: hours(1), run: renewOrderedTerms, pauses: 'clock' },
  { name: 'database.statistics', everyMs: hours(1), run: ({ database }) => database.refreshStatistics() },
  { name: 'search.indexes', everyMs: hours(6), run: updateSearchIndexes },
  { name: 'purgeExpired', everyMs: minutes(15), run: purgeExpired, pauses: 'clock' },
];

/** The recurring jobs that need the signing key of the audit log. */
export const sealJobs: readonly NamedJob<SealDependencies>[] = [
  { name: 'audit.seal', everyMs: hours(1), run: sealAudit },
];

/**
 * Erases the personal data of deleted users who have been in the bin for 30 days. Also erases data in audit entries that were written while
 * a user was deleted.
 */
export async function eraseDeletedUsers({ database, clock }: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { kysely, transact } = database;
  await repeatUntilDone(async (limit) => {
    const keptAfter = clock() - restorableMs;
    const ids = await findUsersToErase(dbForLongReads(kysely), { keptAfter, limit });
    await transact(async (trx) => {
      const at = clock();
      const entries: AuditEntry[] = [];
      await processOneByOne(ids, async (id) => {
        // The user may have been restored meanwhile, and deleted again.
        if (!(await lockUserWithStatus(trx, id, 'deleted')) || (await isRestorable(trx, id, keptAfter))) return;
        const erasureCounts = await erasePerson(trx, id, at);
        const subject = { kind: 'user', id, personId: null } as const;
        entries.push({ at, ...bySystem, action: 'user.erase', subject, after: erasureCounts });
      });
      if (entries.length > 0) await recordAudits(trx, entries);
    });
    return ids.length;
  }, signal);
}

/**
 * Expires requests that nobody has approved or rejected for 60 days. The applicant gets an e-mail and can register
 * again.
 */
export async function expireRequests(dependencies: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock();
  const requestedUntil = now - days(limits.link.requestDays);
  await processInBatches<OverdueRequest>({
    readItems: (after, limit) => findOverdueRequests(dbForLongReads(database.kysely), { requestedUntil, after, limit }),
    processItems: (due) => database.transact((trx) => expire(trx, dependencies, { ids: due.map(({ id }) => id), now })),
    signal,
  });
}

async function expire(
  trx: Trx,
  { queueLetter }: JobDependencies,
  { ids, now }: { ids: readonly number[]; now: number },
) {
  const entries: AuditEntry[] = [];
  await processOneByOne(ids, async (id) => {
    // `expiredUser` is undefined if someone has approved, rejected or withdrawn the request meanwhile.
    const expiredUser = await expireRequest(trx, id, now);
    if (!expiredUser) return;
    const { login, brandId, firstName } = expiredUser;
    await queueLetter(trx, { kind: 'requestExpired', to: login, userId: id, brandId, firstName });
    entries.push({
      at: now,
      ...bySystem,
      action: 'request.expire',
      subject: { kind: 'user', id },
      before: { status: 'pending' },
      after: { status: 'expired' },
    });
  });
  if (entries.length > 0) await recordAudits(trx, entries);
}

const retentionDays = 90;
/** The number of days for which an unsent e-mail to a deleted user, or with the name of a deleted user, is kept. */
const unsentDays = 7;

/**
 * Removes the links from e-mails in the outbox after they have expired, and deletes e-mails 90 days after they were
 * sent or failed. Deletes e-mails that are addressed to deleted users or name them: as soon as these e-mails are sent
 * or have failed, and otherwise after 7 days.
 */
export async function deleteOldLetters(
  { database: { kysely }, clock }: JobDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  await repeatUntilDone((limit) => deleteSealedParts(kysely, now - hours(limits.link.activationHours), limit), signal);
  await repeatUntilDone(
    (limit) => deleteLettersAboutDeletedUsers(kysely, { unsentUntil: now - days(unsentDays), limit }),
    signal,
  );
  await repeatUntilDone((limit) => deleteFinishedLetters(kysely, now - days(retentionDays), limit), signal);
}

/**
 * Deletes accounts whose e-mail address was not confirmed within 7 days, with their data and the e-mails to them,
 * because the address may belong to someone else.
 */
export async function purgeUnverified({ database, clock }: JobDependencies, signal?: AbortSignal): Promise<void> {
  const now = clock();
  const createdUntil = now - days(limits.link.unverifiedDays);
  await processInBatches<UnverifiedUser>({
    readItems: (after, limit) => findUnverifiedUsers(dbForLongReads(database.kysely), { createdUntil, after, limit }),
    processItems: (due) =>
      database.transact((trx) =>
        purgeBatch(
          trx,
          due.map(({ id }) => id),
          now,
        ),
      ),
    signal,
  });
}

async function purgeBatch(trx: Trx, ids: readonly number[], now: number): Promise<void> {
  const entries: AuditEntry[] = [];
  await processOneByOne(ids, async (id) => {
    // The address may have been confirmed meanwhile.
    if (!(await lockUserWithStatus(trx, id, 'unverified'))) return;
    const erasureCounts = await erasePerson(trx, id, now);
    await deleteUser(trx, id);
    const subject = { kind: 'user', id, personId: null } as const;
    entries.push({ at: now, ...bySystem, action: 'user.purge', subject, after: erasureCounts });
  });
  if (entries.length > 0) await recordAudits(trx, entries);
}
