import type { SavedView } from '@basics/contract/saved-views/saved-views.ts';
import type { Db, Trx } from '#server/database/foundation.ts';

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

export async function removeView(
  trx: Trx,
  userId: number,
  { list, name }: Pick<SavedView, 'list' | 'name'>,
): Promise<void> {
  await trx
    .deleteFrom('savedViews')
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where('name', '=', name)
    .execute();
}
