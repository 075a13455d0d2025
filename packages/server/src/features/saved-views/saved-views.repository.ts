import type { SavedView, SharedView } from '@basics/contract/saved-views/saved-views.ts';
import { sql } from 'kysely';
import { parseNumbers } from '#server/database/columns.ts';
import { dialectOf, type Db, type Trx } from '#server/database/foundation.ts';

export const findViews = (db: Db, userId: number): Promise<SavedView[]> =>
  db
    .selectFrom('savedViews')
    .select(['list', 'name', 'query'])
    .where('userId', '=', userId)
    .orderBy('list')
    .orderBy('name')
    .execute();

/** Stores a view; it replaces a view of the same list with the same name. */
export async function storeView(trx: Trx, userId: number, { query, ...key }: SavedView): Promise<void> {
  await trx
    .insertInto('savedViews')
    .values({ userId, ...key, query })
    .onConflict((conflict) => conflict.columns(['userId', 'list', 'name']).doUpdateSet({ query }))
    .execute();
}

type ViewKey = Pick<SavedView, 'list' | 'name'>;

export async function removeView(trx: Trx, userId: number, { list, name }: ViewKey): Promise<void> {
  await trx
    .deleteFrom('savedViews')
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where('name', '=', name)
    .execute();
}

/** A shared view as it is stored, where any number can be a profile. */
type StoredView = Omit<SharedView, 'opensFor'> & { opensFor: number[] };

export async function findSharedViews(db: Db): Promise<StoredView[]> {
  const rows = await db.selectFrom('sharedViews').selectAll().orderBy('list').orderBy('name').execute();
  return rows.map((row) => ({ ...row, opensFor: parseNumbers(row.opensFor) }));
}

/** Lets one transaction at a time change the shared views, so that their number and the profiles for which they open stay right. */
export async function lockSharedViews(trx: Trx): Promise<void> {
  if (dialectOf(trx) === 'postgres') await sql`lock table shared_views in share row exclusive mode`.execute(trx);
}

export async function storeSharedView(trx: Trx, { list, name, query, opensFor }: StoredView): Promise<void> {
  const values = { query, opensFor: JSON.stringify(opensFor) };
  await trx
    .insertInto('sharedViews')
    .values({ list, name, ...values })
    .onConflict((conflict) => conflict.columns(['list', 'name']).doUpdateSet(values))
    .execute();
}

export async function removeSharedView(trx: Trx, { list, name }: ViewKey): Promise<void> {
  await trx.deleteFrom('sharedViews').where('list', '=', list).where('name', '=', name).execute();
}
