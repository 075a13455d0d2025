import type { deletedUsers } from '@basics/contract/deleted-users.ts';
import type { Query } from '@basics/contract/endpoint.ts';
import type { Database } from '#server/database/database.ts';
import { previewDeletion } from '#server/platform/bulk.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { removeUser, removeUsers } from './remove-users.ts';
import { countTouched } from './users.repository.ts';
import { listDeleted, removeDeleted, restoreDeleted } from './users-bin.ts';

export type DeletionDependencies = { database: Database; clock: Clock; seal: Seal; queueLetter: QueueLetter };

/** If `forGood` is true, the deletion cannot be undone. */
type Deletion = { origin: Origin; forGood: boolean };

/** Creates the functions of the API that delete and restore users. */
export function createDeletionCalls({ database, clock, seal, queueLetter }: DeletionDependencies) {
  const createContext = (actor: Actor, origin: Origin) => ({ database, actor, origin, at: clock(), seal });
  return {
    async remove(actor: Actor, userId: number, { origin, forGood }: Deletion): Promise<undefined> {
      await removeUser({ ...createContext(actor, origin), forGood }, userId);
      return undefined;
    },
    removeMany: (actor: Actor, ids: readonly number[], { origin, forGood }: Deletion) =>
      removeUsers({ ...createContext(actor, origin), forGood }, ids),
    // A preview makes the same decisions as the deletion, and erases nothing.
    previewDeletion: (actor: Actor, ids: readonly number[], origin: Origin) =>
      previewDeletion(
        database,
        (transaction) =>
          removeUsers({ ...createContext(actor, origin), database: transaction, forGood: true, isPreview: true }, ids),
        (deletedIds) => countTouched(database.kysely, deletedIds),
      ),
    listDeleted: (actor: Actor, query: Query<typeof deletedUsers.listDeleted>) =>
      listDeleted({ database, seal, actor, at: clock() }, query),
    restoreDeleted: (actor: Actor, userId: number, origin: Origin) =>
      restoreDeleted({ ...createContext(actor, origin), queueLetter }, userId),
    async removeDeleted(actor: Actor, userId: number, origin: Origin): Promise<undefined> {
      await removeDeleted(createContext(actor, origin), userId);
      return undefined;
    },
  };
}
