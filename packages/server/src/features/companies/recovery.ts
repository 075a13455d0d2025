import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { companyPeople } from '@basics/contract/companies/company-people.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import type { Trx } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { isUniqueViolation } from '#server/database/failures.ts';
import { lockSeats } from '#server/features/licenses/seats/company-seats.repository.ts';
import { formatName } from '#server/features/users/user.ts';
import { findUser } from '#server/features/users/users.repository.ts';
import type { JobDependencies } from '#server/jobs/job-needs.ts';
import { bySystem, recordAction, recordAudit } from '#server/platform/audit/audit.ts';
import { processOneByOne, repeatUntilDone } from '#server/platform/background/batches.ts';
import { hours, toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { lockOrRefuse, requireCompany } from './company.ts';
import { findCompanyOf } from './companies.repository.ts';
import { findRecipients, lockMember, setMembership } from './members.repository.ts';
import { endRecovery, findDueRecoveries, findRecovery, insertRecovery, type RecoveryRow } from './people.repository.ts';

type Recovery = Reply<typeof companyPeople.recover>;

/** Returns the last recovery of a company in the actor's scope. Throws RESULTS_NOT_FOUND. */
export async function readRecovery(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  companyId: number,
): Promise<Reply<typeof companyPeople.recovery>> {
  await requireCompany(db, actor, companyId);
  const row = await findRecovery(db, companyId);
  return { recovery: row ? toRecovery(row, isStaffProfile(actor.profileID)) : null };
}

/**
 * Starts the recovery of a company: a member becomes a manager in 72 hours, unless a manager objects. All members get an e-mail. Throws
 * RESULTS_NOT_FOUND, USER_NOT_FOUND, RECOVERY_RUNS.
 */
export async function recoverCompany(
  context: WriteContext & Pick<CallContext, 'queueLetter'>,
  companyId: number,
  { userId, reason }: Body<typeof companyPeople.recover>,
): Promise<Recovery> {
  const { database, actor, at, queueLetter } = context;
  const effectiveAt = at + hours(limits.company.recoveryHours);
  try {
    return await database.transact(async (trx) => {
      const member = await lockMember(trx, actor, userId);
      const company = await lockOrRefuse(trx, actor, companyId);
      if (member?.companyId !== companyId || member.status !== 'active') throw problem('USER_NOT_FOUND');
      await insertRecovery(trx, { companyId, userId, reason, askedBy: actor.userId, askedAt: at, effectiveAt });
      const manager = { userId, name: formatName(member) };
      for (const { id, login, firstName, brandId } of await findRecipients(trx, companyId))
        // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
        await queueLetter(trx, {
          kind: 'companyRecovery',
          to: login,
          userId: id,
          brandId,
          firstName,
          company: company.name,
          manager,
          effectiveAt,
        });
      const row = await findRecovery(trx, companyId);
      if (!row) throw new Error('a recovery that was just stored was not found');
      await recordAction(trx, context, {
        action: 'company.recover',
        subject: { kind: 'company', id: companyId },
        // The reason may name people, and an entry about a company is never erased.
        after: { userId, effectiveAt },
      });
      return toRecovery(row, true);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'companyRecoveries', ['companyId'])) throw error;
    throw problem('RECOVERY_RUNS');
  }
}

/** Stops the recovery of a company that waits: a manager objects, or staff stop it. Throws RESULTS_NOT_FOUND. */
export function stopRecovery(context: WriteContext, companyId: number): Promise<void> {
  const { database, actor } = context;
  return database.transact(async (trx) => {
    await lockOrRefuse(trx, actor, companyId);
    const row = await findRecovery(trx, companyId);
    if (!row || !(await endRecovery(trx, row.id, 'stopped'))) throw problem('RESULTS_NOT_FOUND');
    await recordAction(trx, context, {
      action: 'company.stopRecovery',
      subject: { kind: 'company', id: companyId },
      after: { userId: row.userId },
    });
  });
}

/** Completes the recoveries whose 72 hours are over. A person who is no longer an active member does not become a manager. */
export async function completeRecoveries({ database, clock }: JobDependencies, signal?: AbortSignal): Promise<void> {
  await repeatUntilDone(async (limit) => {
    const due = await findDueRecoveries(dbForLongReads(database.kysely), { now: clock(), limit });
    await processOneByOne(due, (recovery) => database.transact((trx) => completeRecovery(trx, recovery, clock())));
    return due.length;
  }, signal);
}

type DueRecovery = { id: number; companyId: number; userId: number };

async function completeRecovery(trx: Trx, { id, companyId, userId }: DueRecovery, at: number): Promise<void> {
  await lockSeats(trx, userId);
  const user = await findUser(trx, userId);
  const company = await findCompanyOf(trx, userId);
  const isMember = company?.id === companyId && user?.status === 'active';
  if (!(await endRecovery(trx, id, isMember ? 'done' : 'stopped')) || !isMember) return;
  await setMembership(trx, [userId], { companyId, companyRole: 'manager' });
  await recordAudit(trx, {
    at,
    ...bySystem,
    action: 'company.setRole',
    subject: { kind: 'company', id: companyId },
    before: { userId, role: company.role },
    after: { userId, role: 'manager' },
  });
}

const toRecovery = (row: RecoveryRow, isStaff: boolean): Recovery => ({
  user: { userId: row.userId, name: formatName(row) },
  askedAt: toIsoTime(row.askedAt),
  effectiveAt: toIsoTime(row.effectiveAt),
  state: row.state,
  ...(isStaff && { reason: row.reason }),
});
