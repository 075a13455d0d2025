import type { Db } from '#server/database/database.ts';
import type { Actor, CallContext } from '#server/platform/http/mount.ts';
import { findOthersPresent, recordPresence } from './presences.repository.ts';
import type { OpenRecord } from './presences.repository.ts';
import { requireInScope } from '../scope.repository.ts';
import { formatName } from '../user.ts';

/** Stores that the actor has a user open, and returns the names of the others who have the user open. Throws USER_NOT_FOUND. */
export async function reportUserPresence(
  { db, actor, at: now }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
) {
  await requireInScope(db, actor, userId);
  // With names, members of staff would see who looks at their account.
  if (userId === actor.userId) return { names: [] };
  return reportPresence(db, actor, { kind: 'user', recordId: userId, now });
}

/**
 * Stores that the actor has a record open, and returns the names of the others who have it open. The caller must first
 * check that the record is in the actor's scope.
 */
export async function reportPresence(db: Db, actor: Actor, { now, ...record }: OpenRecord & { now: number }) {
  const presence = { ...record, userId: actor.userId, now };
  await recordPresence(db, presence);
  const othersPresent = await findOthersPresent(db, presence);
  return { names: othersPresent.map(formatName) };
}
