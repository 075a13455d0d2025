import type { Reply } from '@basics/contract/endpoint.ts';
import { findMessage } from '@basics/contract/problems.ts';
import type { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { erasePerson } from '#server/platform/erasure.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { UserChangeContext } from './acting.ts';
import { insertHistory, lockAdministrators, lockUserInScope, revokeLicenses } from './write-user.repository.ts';
import type { LockedUser } from './write-user.repository.ts';

type DeletionRefusal = 'USER_NOT_FOUND' | 'OWN_ACCOUNT' | 'LAST_ADMINISTRATOR' | 'onlyRequests';
type DeletionDecision = { id: number; row: LockedUser } | { id: number; refusal: DeletionRefusal };

/** Deletes one user; throws the reason if that is not possible. */
export async function removeUser(acting: UserChangeContext, userId: number): Promise<void> {
  const [decision] = await removeAll(acting, [userId]);
  if (!decision || !('refusal' in decision)) return;
  throw problem(decision.refusal === 'onlyRequests' ? 'NOT_PERMITTED' : decision.refusal);
}

/** Deletes all users that the actor may delete, in one transaction, and returns the outcome of each id. */
export async function removeUsers(
  acting: UserChangeContext,
  ids: readonly number[],
): Promise<Reply<typeof users.removeMany>> {
  const verdicts = await removeAll(acting, [...new Set(ids)]);
  return { results: verdicts.map(toOutcome) };
}

function toOutcome(decision: DeletionDecision): Reply<typeof users.removeMany>['results'][number] {
  const { id } = decision;
  if (!('refusal' in decision)) return { id, outcome: 'deleted' };
  const { refusal } = decision;
  if (refusal === 'USER_NOT_FOUND') return { id, outcome: 'notFound' };
  const message = refusal === 'onlyRequests' ? words.onlyRequests : findMessage(refusal);
  return { id, outcome: 'refused', message };
}

function removeAll(acting: UserChangeContext, ids: readonly number[]): Promise<DeletionDecision[]> {
  return acting.database.transact(async (trx) => {
    const left = new Set(await lockAdministrators(trx));
    const verdicts = new Map<number, DeletionDecision>();
    const entries: AuditEntry[] = [];
    // Locks in the order of ids, so that two deletions of the same people cannot deadlock.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const decision = await decideDeletion(trx, acting.actor, { id, left });
      verdicts.set(id, decision);
      if ('row' in decision) {
        left.delete(id);
        entries.push(await erase(trx, acting, decision.row));
      }
    }
    if (entries.length > 0) await recordAudits(trx, entries);
    return ids.flatMap((id) => verdicts.get(id) ?? []);
  });
}

async function decideDeletion(
  trx: Trx,
  actor: Actor,
  { id, left }: { id: number; left: ReadonlySet<number> },
): Promise<DeletionDecision> {
  if (id === actor.userId) return { id, refusal: 'OWN_ACCOUNT' };
  const row = await lockUserInScope(trx, actor, id);
  if (!row) return { id, refusal: 'USER_NOT_FOUND' };
  const isOpen = row.status === 'pending' || row.status === 'rejected';
  const mayDelete =
    actor.permissions.includes('users.delete') || (isOpen && actor.permissions.includes('requests.delete'));
  if (!mayDelete) return { id, refusal: 'onlyRequests' };
  if (left.has(id) && left.size === 1) return { id, refusal: 'LAST_ADMINISTRATOR' };
  return { id, row };
}

/** Erases the person and returns the audit entry, which names nobody. */
async function erase(trx: Trx, acting: UserChangeContext, { id, status }: LockedUser): Promise<AuditEntry> {
  const { actor, at } = acting;
  // Otherwise the revocation lists would no longer name them, and tools would accept them again.
  if (status === 'suspended') await revokeLicenses(trx, id, at);
  const erased = await erasePerson(trx, id, at);
  const change = { userId: id, at, actorId: actor.userId, fromStatus: status, toStatus: 'deleted' as const };
  await insertHistory(trx, { ...change, reason: null });
  return createAuditEntry(acting, {
    action: 'user.delete',
    subject: { kind: 'user', id, personId: null },
    before: { status },
    after: { status: 'deleted', ...erased },
  });
}
