import type { Db } from '#server/database/database.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { formatName } from './absences.ts';
import { findOthersPresent, recordPresence } from './presences.repository.ts';
import type { OpenRecord } from './presences.repository.ts';

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
