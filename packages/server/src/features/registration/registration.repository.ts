import type { Db, Trx } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

/** The account, or the open request, that has this address already. */
export const findHolder = (db: Db, loginFold: string) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'brand_id'])
    .where('login_fold', '=', loginFold)
    .where('status', 'in', ['pending', 'approved', 'active', 'suspended'])
    .executeTakeFirst();

export async function insertUnverified(
  trx: Trx,
  row: NewRow<'users'>,
  requested: { tool: string; brand: string },
): Promise<number> {
  const { id } = await trx.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
  await trx
    .insertInto('requested_tools')
    .values({ user_id: id, tool_id: requested.tool, brand_id: requested.brand })
    .execute();
  return id;
}

/** Who registered and waits for his address to be confirmed, with the tool that he asked for; locked. */
export const lockUnverified = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .innerJoin('requested_tools', 'requested_tools.user_id', 'users.id')
    .innerJoin('tools', 'tools.id', 'requested_tools.tool_id')
    .select([
      'users.id',
      'users.login',
      'users.first_name',
      'users.last_name',
      'users.company',
      'users.country',
      'users.brand_id',
      'users.reason',
      'users.version',
      'tools.name as tool_name',
    ])
    .where('users.id', '=', id)
    .where('users.status', '=', 'unverified')
    .forNoKeyUpdate()
    .executeTakeFirst();

export type Unverified = NonNullable<Awaited<ReturnType<typeof lockUnverified>>>;

/** A request that nobody has decided; locked. */
export const lockPending = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function deleteUnverified(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).where('status', '=', 'unverified').execute();
}

/** Where letters to these people go. */
export const findAddresses = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'first_name', 'brand_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();

export const findUserByLogin = (db: Db, loginFold: string) =>
  db.selectFrom('users').select('id').where('login_fold', '=', loginFold).executeTakeFirst();
