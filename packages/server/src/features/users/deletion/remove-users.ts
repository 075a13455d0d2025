import type { bulkUsers } from '@basics/contract/calls/bulk.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { findMessage } from '@basics/contract/calls/problems.ts';
import type { users } from '@basics/contract/users/users.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Trx } from '#server/database/foundation.ts';
import { previewDeletion, type RowDetails } from '#server/platform/bulk.ts';
import { recordUndo, type UndoableContext } from '#server/platform/undo/undo.repository.ts';
import { recordAudits, createAuditEntry, type AuditEntry } from '#server/platform/audit/audit.ts';
import { erasePerson, putPersonAside } from '#server/platform/audit/erasure.repository.ts';
import { toLoginColumns } from '#server/platform/email-addresses.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { deleteInvitationsOf } from '#server/features/companies/people.repository.ts';
import { leavePcsToCompany } from '#server/features/companies/members.ts';
import { endAbsencesOf } from '../absence/absences.ts';
import { isSeenOnlyAsDeputy } from '../scope.repository.ts';
import {
  countTouched,
  insertHistory,
  lockAdministrators,
  lockUserInScope,
  revokeLicenses,
} from '../users.repository.ts';
import { freePasskeys, insertIntoBin } from './users-bin.repository.ts';
import type { LockedUser } from '../users.repository.ts';

type DeletionRefusal = 'USER_NOT_FOUND' | 'OWN_ACCOUNT' | 'LAST_ADMINISTRATOR' | 'onlyRequests' | 'asDeputy';
type DeletionDecision = { id: number; row: LockedUser } | { id: number; refusal: DeletionRefusal };

/**
 * What a deletion of users needs. Without `forGood`, the deleted users can be restored for 30 days. A preview returns
 * the same outcomes, and deletes nothing.
 */
type DeletionContext = WriteContext & { forGood: boolean; isPreview?: boolean };

/** Deletes one user. Throws a problem if the user cannot be deleted. */
export async function removeUser(context: DeletionContext, userId: number): Promise<void> {
  const [decision] = await decideAndDelete(context, [userId]);
  if (!decision || !('refusal' in decision)) return;
  const { refusal } = decision;
  throw problem(refusal === 'onlyRequests' || refusal === 'asDeputy' ? 'NOT_PERMITTED' : refusal);
}

/** Deletes one user of an act on many. Unless the deletion is for good, it can be undone. Throws a problem like `removeUser`. */
export async function removeUserWithUndo(
  context: DeletionContext & UndoableContext,
  userId: number,
): Promise<RowDetails> {
  await removeUser(context, userId);
  if (!context.forGood)
    await context.database.transact((trx) => recordUndo(trx, context, { kind: 'deletion', userId, payload: {} }));
  return { effect: 'deleted' };
}

/** Deletes all users that the actor may delete, in one transaction, and returns the outcome of each id. */
export async function removeUsers(
  context: DeletionContext,
  ids: readonly number[],
): Promise<Reply<typeof users.removeMany>> {
  const decisions = await decideAndDelete(context, [...new Set(ids)]);
  return { results: decisions.map(toOutcome) };
}

/** Returns the outcome that the deletion of each user would have. It makes the same decisions as the deletion, and erases nothing. */
export const previewRemoval = (
  context: WriteContext,
  ids: readonly number[],
): Promise<Reply<typeof bulkUsers.previewDeletion>> =>
  previewDeletion(
    context.database,
    (database) => removeUsers({ ...context, database, forGood: true, isPreview: true }, ids),
    (deletedIds) => countTouched(context.database.kysely, deletedIds),
  );

function toOutcome(decision: DeletionDecision): Reply<typeof users.removeMany>['results'][number] {
  const { id } = decision;
  if (!('refusal' in decision)) return { id, outcome: 'deleted' };
  const { refusal } = decision;
  if (refusal === 'USER_NOT_FOUND') return { id, outcome: 'notFound' };
  const message = refusal === 'onlyRequests' || refusal === 'asDeputy' ? serverMessages[refusal] : findMessage(refusal);
  return { id, outcome: 'refused', message };
}

async function decideAndDelete(context: DeletionContext, ids: readonly number[]): Promise<DeletionDecision[]> {
  return context.database.transact(async (trx) => {
    const remainingAdministrators = new Set(await lockAdministrators(trx));
    const decisions = new Map<number, DeletionDecision>();
    // The users are locked in the order of their ids, so that two deletions of the same users cannot deadlock.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const decision = await decideDeletion(trx, context.actor, { id, remainingAdministrators });
      decisions.set(id, decision);
      if ('row' in decision) remainingAdministrators.delete(id);
    }
    const orderedDecisions = ids.flatMap((id) => decisions.get(id) ?? []);
    if (context.isPreview) return orderedDecisions;
    const deletedUsers = [...decisions.values()].flatMap((decision) => ('row' in decision ? [decision.row] : []));
    const entries: AuditEntry[] = [];
    for (const user of deletedUsers) entries.push(...(await deleteUser(trx, context, user)));
    if (entries.length > 0) await recordAudits(trx, entries);
    return orderedDecisions;
  });
}

async function decideDeletion(
  trx: Trx,
  actor: Actor,
  { id, remainingAdministrators }: { id: number; remainingAdministrators: ReadonlySet<number> },
): Promise<DeletionDecision> {
  if (id === actor.userId) return { id, refusal: 'OWN_ACCOUNT' };
  const row = await lockUserInScope(trx, actor, id);
  if (!row) return { id, refusal: 'USER_NOT_FOUND' };
  const isOpen = row.status === 'pending' || row.status === 'rejected';
  const canDelete =
    actor.permissions.includes('users.delete') || (isOpen && actor.permissions.includes('requests.delete'));
  if (!canDelete) return { id, refusal: 'onlyRequests' };
  // Otherwise a deputy could delete a request, create the customer again, and keep the customer after the absence.
  if (await isSeenOnlyAsDeputy(trx, actor, id)) return { id, refusal: 'asDeputy' };
  if (remainingAdministrators.has(id) && remainingAdministrators.size === 1)
    return { id, refusal: 'LAST_ADMINISTRATOR' };
  return { id, row };
}

/**
 * Erases a user for good or moves the user to the bin. Returns the audit entries, which contain no personal data of the user.
 */
async function deleteUser(trx: Trx, context: DeletionContext, user: LockedUser): Promise<AuditEntry[]> {
  const { actor, at, forGood } = context;
  const { id, status } = user;
  // The licences of a suspended user are only in the lists of revoked licences because of the suspension. Without their
  // revocation, tools would accept them again.
  if (status === 'suspended') await revokeLicenses(trx, id, at);
  const companyEntries = await leavePcsToCompany(trx, context, user);
  await deleteInvitationsOf(trx, toLoginColumns(user.login));
  // The absences in which the user is the deputy end too.
  const endedAbsences = await endAbsencesOf(trx, id, at);
  const { removedValues } = forGood ? await erasePerson(trx, id, at) : await moveToBin(trx, context, user);
  const statusChange = { userId: id, at, actorId: actor.userId, fromStatus: status, toStatus: 'deleted' as const };
  await insertHistory(trx, { ...statusChange, reason: null });
  const absenceEntries = endedAbsences.map(({ userId, ...endedAbsence }) => {
    const subject = { kind: 'user' as const, id: userId, ...(userId === id && { personId: null }) };
    return createAuditEntry(context, { ...endedAbsence, subject });
  });
  const deletion = createAuditEntry(context, {
    action: 'user.delete',
    subject: { kind: 'user', id, personId: null },
    before: { status },
    after: { status: 'deleted', ...(forGood && { forGood: true }), removedValues },
  });
  return [deletion, ...companyEntries, ...absenceEntries];
}

/** Moves a user to the bin, where the user can be restored or erased. Returns the ids of the audit entries whose values were deleted. */
async function moveToBin(
  trx: Trx,
  { actor, at }: DeletionContext,
  { id: userId, profileId, status }: LockedUser,
): Promise<{ removedValues: readonly number[] }> {
  const { aside, removedValues } = await putPersonAside(trx, userId);
  await freePasskeys(trx, userId);
  const account = JSON.stringify(aside);
  await insertIntoBin(trx, { userId, profileId, status, deletedAt: at, deletedBy: actor.userId, account });
  return { removedValues };
}
