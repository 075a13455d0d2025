import type { Db, Trx } from '#server/database/foundation.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';

/**
 * Finds the PCs on the watch list whose owners are in the viewer's scope. The PCs that were seen after the report come
 * first, starting with the PC that was seen last.
 */
export const findLostMachinesInScope = (
  db: Db,
  viewer: Viewer,
  { userId, limit }: { userId?: number | undefined; limit: number },
) =>
  db
    .selectFrom('lostMachines')
    .innerJoin('machines', 'machines.id', 'lostMachines.machineId')
    .innerJoin('users', 'users.id', 'machines.userId')
    .leftJoin('users as reporters', 'reporters.id', 'lostMachines.reportedBy')
    .select(['machines.id', 'machines.name as machineName', 'lostMachines.reason', 'lostMachines.reportedAt'])
    .select(['lostMachines.seenAt', 'lostMachines.seenUserId'])
    .select(['reporters.firstName as reporterFirstName', 'reporters.lastName as reporterLastName'])
    .select(['users.id as userId', 'users.login', 'users.firstName', 'users.lastName', 'users.company'])
    .where(inScope(viewer))
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId ?? 0))
    .orderBy((by) => by.fn.coalesce('lostMachines.seenAt', by.val(0)), 'desc')
    .orderBy('lostMachines.reportedAt', 'desc')
    .orderBy('machines.id')
    .limit(limit)
    .execute();

export const findLoginsInScope = async (db: Db, viewer: Viewer, userIds: readonly number[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('users')
        .select(['users.id', 'users.login'])
        .where('users.id', 'in', userIds)
        .where(inScope(viewer))
        .execute();

/**
 * Puts a PC of the given user on the watch list. Returns true if the PC is new on the list, null if the PC was already
 * on it, and false if the user has no such PC.
 */
export async function insertLostMachine(
  trx: Trx,
  {
    machineId,
    userId,
    ...report
  }: { machineId: number; userId: number; reportedBy: number; reportedAt: number; reason: string },
): Promise<boolean | null> {
  const machine = await trx
    .selectFrom('machines')
    .select('id')
    .where('id', '=', machineId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!machine) return false;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('lostMachines')
    .values({ machineId, ...report })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n ? true : null;
}

/** Takes a PC of the given user off the watch list; returns false if the PC is not on the list. */
export async function deleteLostMachine(
  trx: Trx,
  { machineId, userId }: { machineId: number; userId: number },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('lostMachines')
    .where('machineId', '=', machineId)
    .where('machineId', 'in', trx.selectFrom('machines').select('id').where('userId', '=', userId))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
