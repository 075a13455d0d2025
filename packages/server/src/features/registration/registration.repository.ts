import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { contactColumns } from '#server/features/users/user-fields.ts';

export const findStatus = async (db: Db, userId: number) =>
  (await db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst())?.status;

/** Inserts a registration whose address is not confirmed yet. */
export async function insertUnverifiedRegistration(
  trx: Trx,
  row: NewRow<'users'>,
  requestedTool: { tool: string; brand: string },
): Promise<number> {
  const { id } = await trx.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
  await trx
    .insertInto('requestedTools')
    .values({ userId: id, toolId: requestedTool.tool, brandId: requestedTool.brand })
    .execute();
  return id;
}

/** Locks an unconfirmed registration, and returns it with the requested tool. */
export const lockUnverifiedRegistration = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .innerJoin('requestedTools', 'requestedTools.userId', 'users.id')
    .innerJoin('tools', 'tools.id', 'requestedTools.toolId')
    .select(['users.id', ...contactColumns, 'users.phone', 'users.reason', 'users.version', 'tools.name as toolName'])
    .where('users.id', '=', id)
    .where('users.status', '=', 'unverified')
    .forNoKeyUpdate()
    .executeTakeFirst();

export type UnverifiedRegistration = NonNullable<Awaited<ReturnType<typeof lockUnverifiedRegistration>>>;

/** Locks a request that has no decision yet. */
export const lockPendingRequest = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function deleteUnverifiedRegistration(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).where('status', '=', 'unverified').execute();
}
