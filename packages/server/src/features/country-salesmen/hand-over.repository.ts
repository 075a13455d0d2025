import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { accountStatuses } from '@basics/contract/users/user-lists.ts';
import { groupInScope, inScope, type Viewer } from '#server/features/users/scope.repository.ts';

/**
 * Locks a salesman whose account is not deleted, and returns their id; returns undefined if there is no such salesman.
 */
export const lockFormerSalesman = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('profileId', '=', 2)
    .where('status', '!=', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Locks the assignments of a salesman until the transaction ends, in the order of their ids. */
export const lockAssignmentsOf = (trx: Trx, salesmanId: number) =>
  trx
    .selectFrom('countryBrandSalesmen')
    .selectAll()
    .where('salesmanId', '=', salesmanId)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Counts the users or open requests in a salesman's scope, from the stored counters of these lists. */
export async function countCustomersOf(db: Db, salesman: Viewer, list: 'users' | 'requests'): Promise<number> {
  const groupTable = sql.table(list === 'users' ? 'listed_user_groups' : 'listed_request_groups');
  const isCounted = list === 'users' ? sql`1 = 1` : sql`g.status = 'pending'`;
  const { rows } = await sql<{ n: number }>`select cast(coalesce(sum(g.n), 0) as integer) as n from ${groupTable} as g
    where g.n > 0 and ${isCounted} and ${groupInScope(salesman) ?? sql`1 = 1`}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function countCompaniesOf(db: Db, salesman: Viewer): Promise<number> {
  const { n } = await db
    .selectFrom('userSearch')
    .innerJoin('users', 'users.id', 'userSearch.userId')
    .select(({ fn }) => fn.count<number>('userSearch.company').distinct().as('n'))
    .where('userSearch.company', '<>', '')
    .where('users.status', 'in', accountStatuses)
    .where(inScope(salesman))
    .executeTakeFirstOrThrow();
  return n;
}

export async function countHelpRequestsOf(db: Db, salesman: Viewer): Promise<number> {
  const { n } = await db
    .selectFrom('helpRequests')
    .innerJoin('users', 'users.id', 'helpRequests.userId')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('helpRequests.state', '=', 'open')
    .where('users.id', '!=', salesman.userId)
    .where(inScope(salesman))
    .executeTakeFirstOrThrow();
  return n;
}

/** Changes the creator of users from one salesman to another, so that these users stay in the scope of a salesman. */
export async function changeCreator(trx: Trx, oldCreatorId: number, newCreatorId: number): Promise<void> {
  await trx.updateTable('users').set({ createdBy: newCreatorId }).where('createdBy', '=', oldCreatorId).execute();
}

/** Finds the active salesmen, and the suspended salesmen who still have assignments or users that they created. */
export const findTerritoriesOfSalesmen = (db: Db) =>
  db
    .selectFrom((salesmen) =>
      salesmen
        .selectFrom('users')
        .select(['id as userId', 'firstName', 'lastName', 'status'])
        .select((row) => [
          row
            .selectFrom('countryBrandSalesmen as held')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .whereRef('held.salesmanId', '=', 'users.id')
            .as('assignments'),
          row
            .selectFrom('users as created')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .whereRef('created.createdBy', '=', 'users.id')
            .where('created.status', '!=', 'deleted')
            .as('users'),
        ])
        .where('profileId', '=', 2)
        .where('status', '!=', 'deleted')
        .as('territory'),
    )
    .selectAll()
    .where((where) => where.or([where('status', '=', 'active'), where('assignments', '>', 0), where('users', '>', 0)]))
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('userId')
    .execute();
