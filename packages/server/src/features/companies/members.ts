import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { companyPeople } from '@basics/contract/companies/company-people.ts';
import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import type { CompanyRole } from '@basics/contract/session/current-user.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { rewriteSearchTexts } from '#server/features/users/list/search-users.repository.ts';
import { isCompanySeenOnlyAsDeputy, isSeenOnlyAsDeputy } from '#server/features/users/scope.repository.ts';
import type { UserRow } from '#server/features/users/users.repository.ts';
import { createAuditEntry, recordAction, recordAudits, type AuditEntry } from '#server/platform/audit/audit.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { invalid, Problem, problem } from '#server/platform/problem.ts';
import type { WriteAndReadContext, WriteContext } from '#server/platform/writing.ts';
import { findCompanyOf } from './companies.repository.ts';
import { lockOrRefuse, requireCompany } from './company.ts';
import { lockCompany } from '#server/features/licenses/seats/company-seats.repository.ts';
import {
  findManagers,
  findMembers,
  findRecipients,
  handOverPcs,
  lockMember,
  lockPeople,
  setMembership,
} from './members.repository.ts';

type Members = Reply<typeof companyPeople.members>;

/** Lists the members of a company in the actor's scope. Of members out of scope, a salesman gets only the number. Throws RESULTS_NOT_FOUND. */
export async function listMembers(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  companyId: number,
): Promise<Members> {
  await requireCompany(db, actor, companyId);
  const rows = await findMembers(db, actor, { companyId, now: at });
  const hiddenRows = rows.filter(({ isVisible }) => isVisible === 0);
  return {
    items: rows.flatMap((row) =>
      row.isVisible === 1 && isAccountStatus(row.status)
        ? {
            userId: row.id,
            firstName: row.firstName,
            lastName: row.lastName,
            login: row.login,
            role: row.companyRole,
            status: row.status,
            pcs: row.pcs,
          }
        : [],
    ),
    hidden: { members: hiddenRows.length, pcs: hiddenRows.reduce((sum, { pcs }) => sum + pcs, 0) },
  };
}

const accountStatuses = ['approved', 'active', 'suspended'] as const;
const isAccountStatus = (status: string): status is (typeof accountStatuses)[number] =>
  accountStatuses.some((accountStatus) => accountStatus === status);

/**
 * Puts a user in the actor's scope into a company. Throws RESULTS_NOT_FOUND, USER_NOT_FOUND, OTHER_COMPANY, NOT_A_CUSTOMER, INVALID for a
 * deputy's own customer, or MANAGERS_DECIDE for a manager of a company that has one.
 */
export async function addMember(
  context: WriteAndReadContext,
  companyId: number,
  { userId, role }: { userId: number; role: CompanyRole },
): Promise<Members> {
  const { database, actor } = context;
  await database.transact(async (trx) => {
    const people = await lockPeople(trx, actor, [userId]);
    const company = await lockOrRefuse(trx, actor, companyId);
    // With an own customer as its member, a deputy could keep the company after the absence.
    if ((await isCompanySeenOnlyAsDeputy(trx, actor, companyId)) && !(await isSeenOnlyAsDeputy(trx, actor, userId)))
      throw invalid({ userId: fieldMessages.notAllowed });
    if (role === 'manager') await requireMayNameManager(trx, companyId, actor.userId);
    await joinCompany(trx, context, { company, people, ids: [userId], managers: role === 'manager' ? [userId] : [] });
  });
  return listMembers(context, companyId);
}

type Join = {
  company: { id: number; name: string };
  /** The locked rows of the users in scope. */
  people: readonly UserRow[];
  ids: readonly number[];
  managers: readonly number[];
};

/** Makes users members of a company; their label Company shows its name. Throws USER_NOT_FOUND, OTHER_COMPANY, NOT_A_CUSTOMER. */
export async function joinCompany(
  trx: Trx,
  context: WriteContext,
  { company, people, ids, managers }: Join,
): Promise<void> {
  if (ids.some((id) => !people.some((person) => person.id === id))) throw problem('USER_NOT_FOUND');
  for (const person of people) {
    if (person.companyId !== null && person.companyId !== company.id)
      throw person.id === context.actor.userId
        ? new Problem('OTHER_COMPANY', serverMessages.ownOtherCompany, {})
        : problem('OTHER_COMPANY');
    if (isStaffProfile(person.profileId) || !isAccountStatus(person.status)) throw problem('NOT_A_CUSTOMER');
  }
  const newIds = people.filter(({ companyId }) => companyId === null).map(({ id }) => id);
  for (const companyRole of ['manager', 'member'] as const) {
    const idsOfRole = newIds.filter((id) => managers.includes(id) === (companyRole === 'manager'));
    if (idsOfRole.length > 0)
      // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
      await setMembership(trx, idsOfRole, { companyId: company.id, companyRole, company: company.name });
  }
  if (newIds.length === 0) return;
  await rewriteSearchTexts(trx, newIds);
  await recordAction(trx, context, {
    action: 'company.join',
    subject: { kind: 'company', id: company.id },
    after: { userIds: newIds, managers: newIds.filter((id) => managers.includes(id)) },
  });
}

type MemberChange = { id: number; userId: number; role: CompanyRole };

/**
 * Changes the role of a member. Staff make a member a manager only in a company without one. Throws RESULTS_NOT_FOUND, USER_NOT_FOUND,
 * LAST_MANAGER, MANAGERS_DECIDE.
 */
export async function setMemberRole(
  context: WriteAndReadContext,
  { id, userId, role }: MemberChange,
): Promise<Members> {
  const { database, actor } = context;
  await database.transact(async (trx) => {
    const member = await lockMember(trx, actor, userId);
    await lockOrRefuse(trx, actor, id);
    if (member?.companyId !== id) throw problem('USER_NOT_FOUND');
    if (member.companyRole === role) return;
    if (role === 'manager') await requireMayNameManager(trx, id, actor.userId);
    if (role === 'member') await requireOtherManager(trx, id, userId);
    await setMembership(trx, [userId], { companyId: id, companyRole: role });
    await recordAction(trx, context, {
      action: 'company.setRole',
      subject: { kind: 'company', id },
      before: { userId, role: member.companyRole },
      after: { userId, role },
    });
  });
  return readMembersAfterChange(context, id);
}

/** After managers have given up their role, they no longer see the other members. */
async function readMembersAfterChange(context: WriteAndReadContext, companyId: number): Promise<Members> {
  const ownCompany = await findCompanyOf(context.db, context.actor.userId);
  if (ownCompany?.id === companyId && ownCompany.role === 'member')
    return { items: [], hidden: { members: 0, pcs: 0 } };
  return listMembers(context, companyId);
}

/** Throws MANAGERS_DECIDE if a user may not name a manager of a company. */
export async function requireMayNameManager(db: Db, companyId: number, userId: number): Promise<void> {
  if (!(await mayNameManager(db, companyId, userId))) throw problem('MANAGERS_DECIDE');
}

/**
 * Returns whether a user may name a manager of a company: an active manager may, and in a company without a manager everybody who has it in
 * scope. So staff name only the first manager, also while the managers are suspended; after that they need a recovery, which the members hear of.
 */
export async function mayNameManager(db: Db, companyId: number, userId: number | null): Promise<boolean> {
  const managers = await findManagers(db, companyId, ['active', 'suspended']);
  return managers.length === 0 || managers.some(({ id, status }) => id === userId && status === 'active');
}

/** Throws LAST_MANAGER if a user is the only active manager of a company, whose row the caller has locked. */
async function requireOtherManager(trx: Trx, companyId: number, userId: number): Promise<void> {
  const managers = await findManagers(trx, companyId);
  if (managers.length === 1 && managers[0]?.id === userId) throw problem('LAST_MANAGER');
}

/**
 * Takes a member out of a company; members can leave by themselves. The account stays, and its PCs of the tools of the company go to a
 * manager. Throws RESULTS_NOT_FOUND, USER_NOT_FOUND, LAST_MANAGER.
 */
export function removeMember(context: WriteContext, { id, userId }: { id: number; userId: number }): Promise<void> {
  const { database, actor } = context;
  return database.transact(async (trx) => {
    const member = await lockMember(trx, actor, userId);
    if (actor.userId === userId && member?.companyId === id) await lockCompany(trx, id);
    else await lockOrRefuse(trx, actor, id);
    if (member?.companyId !== id) throw problem('USER_NOT_FOUND');
    await requireOtherManager(trx, id, userId);
    const entries = await leavePcsToCompany(trx, context, { id: userId, companyId: id });
    await setMembership(trx, [userId], { companyId: null, companyRole: 'member' });
    await rewriteSearchTexts(trx, [userId]);
    await recordAudits(trx, entries);
  });
}

/**
 * Gives the PCs of a member who leaves to the actor, if the actor manages the company, else to the first manager or another member. Returns
 * the audit entries. The caller ends the membership.
 */
export async function leavePcsToCompany(
  trx: Trx,
  context: WriteContext,
  { id: userId, companyId }: Pick<UserRow, 'id' | 'companyId'>,
): Promise<AuditEntry[]> {
  if (companyId === null) return [];
  await lockCompany(trx, companyId);
  const heirId = await findHeir(trx, context.actor, { companyId, userId });
  const machineIds = heirId === undefined ? [] : await handOverPcs(trx, { companyId, from: userId, to: heirId });
  if (heirId !== undefined && machineIds.length > 0) await rewriteSearchTexts(trx, [heirId]);
  return [
    createAuditEntry(context, {
      action: 'company.leave',
      subject: { kind: 'company', id: companyId },
      before: { userId },
      after: { pcsOf: heirId ?? null, machineIds },
    }),
  ];
}

async function findHeir(
  trx: Trx,
  actor: Pick<Actor, 'userId'>,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<number | undefined> {
  const managers = (await findManagers(trx, companyId)).filter(({ id }) => id !== userId);
  const members = (await findRecipients(trx, companyId)).filter(({ id }) => id !== userId);
  return (managers.find(({ id }) => id === actor.userId) ?? managers[0] ?? members[0])?.id;
}
