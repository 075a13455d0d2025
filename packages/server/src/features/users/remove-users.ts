import type { Reply } from '@basics/contract/endpoint.ts';
import { findMessage } from '@basics/contract/problems.ts';
import type { users } from '@basics/contract/users.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import type { Trx } from '#server/database/database.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { erasePerson } from '#server/platform/erasure.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import { endAbsencesOf } from './absences.ts';
import type { UserChangeContext } from './acting.ts';
import { insertHistory, lockAdministrators, lockUserInScope, revokeLicenses } from './write-user.repository.ts';
import type { LockedUser } from './write-user.repository.ts';

type DeletionRefusal = 'USER_NOT_FOUND' | 'OWN_ACCOUNT' | 'LAST_ADMINISTRATOR' | 'onlyRequests';
type DeletionDecision = { id: number; row: LockedUser } | { id: number; refusal: DeletionRefusal };

/** Deletes one user. Throws the problem if the user cannot be deleted. */
export async function removeUser(context: UserChangeContext, userId: number): Promise<void> {
  const [decision] = await removeAll(context, [userId]);
  if (!decision || !('refusal' in decision)) return;
  throw problem(decision.refusal === 'onlyRequests' ? 'NOT_PERMITTED' : decision.refusal);
}

/** Deletes all users that the actor may delete, in one transaction, and returns the outcome of each id. */
export async function removeUsers(
  context: UserChangeContext,
  ids: readonly number[],
): Promise<Reply<typeof users.removeMany>> {
  const decisions = await removeAll(context, [...new Set(ids)]);
  return { results: decisions.map(toOutcome) };
}

function toOutcome(decision: DeletionDecision): Reply<typeof users.removeMany>['results'][number] {
  const { id } = decision;
  if (!('refusal' in decision)) return { id, outcome: 'deleted' };
  const { refusal } = decision;
  if (refusal === 'USER_NOT_FOUND') return { id, outcome: 'notFound' };
  const message = refusal === 'onlyRequests' ? fieldMessages.onlyRequests : findMessage(refusal);
  return { id, outcome: 'refused', message };
}

function removeAll(context: UserChangeContext, ids: readonly number[]): Promise<DeletionDecision[]> {
  return context.database.transact(async (trx) => {
    const remainingAdministrators = new Set(await lockAdministrators(trx));
    const decisions = new Map<number, DeletionDecision>();
    const entries: AuditEntry[] = [];
    // The users are locked in the order of their ids, so that two deletions of the same users cannot deadlock.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const decision = await decideDeletion(trx, context.actor, { id, remainingAdministrators });
      decisions.set(id, decision);
      if ('row' in decision) {
        remainingAdministrators.delete(id);
        entries.push(...(await eraseUser(trx, context, decision.row)));
      }
    }
    if (entries.length > 0) await recordAudits(trx, entries);
    return ids.flatMap((id) => decisions.get(id) ?? []);
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
  if (remainingAdministrators.has(id) && remainingAdministrators.size === 1)
    return { id, refusal: 'LAST_ADMINISTRATOR' };
  return { id, row };
}

/** Erases the personal data of a user, and returns the audit entries, which contain no personal data of the user. */
async function eraseUser(trx: Trx, context: UserChangeContext, { id, status }: LockedUser): Promise<AuditEntry[]> {
  const { actor, at } = context;
  // Without this the revocation lists would no longer contain the licences, and tools would accept them again.
  if (status === 'suspended') await revokeLicenses(trx, id, at);
  // Also the absences in which the user is only the deputy.
  const endedAbsences = await endAbsencesOf(trx, id, at);
  const erasedCounts = await erasePerson(trx, id, at);
  const change = { userId: id, at, actorId: actor.userId, fromStatus: status, toStatus: 'deleted' as const };
  await insertHistory(trx, { ...change, reason: null });
  const absenceEntries = endedAbsences.map(({ userId, ...endedAbsence }) => {
    const subject = { kind: 'user' as const, id: userId, ...(userId === id && { personId: null }) };
    return createAuditEntry(context, { ...endedAbsence, subject });
  });
  const deletion = createAuditEntry(context, {
    action: 'user.delete',
    subject: { kind: 'user', id, personId: null },
    before: { status },
    after: { status: 'deleted', ...erasedCounts },
  });
  return [deletion, ...absenceEntries];
}
