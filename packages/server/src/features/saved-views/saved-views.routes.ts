import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { maxSavedViews, savedViews } from '@basics/contract/saved-views/saved-views.ts';
import { lockUser } from '#server/database/database.ts';
import { mount, type CallContext, type Router } from '#server/platform/http/mount.ts';
import { invalid } from '#server/platform/problem.ts';
import { findViews, removeView, storeView } from './saved-views.repository.ts';

export function savedViewsRoutes(router: Router): void {
  mount(router, savedViews.list, async ({ db, actor }) => ({ items: await findViews(db, actor.userId) }));
  mount(router, savedViews.save, (call) => saveView(call, call.body));
}

/**
 * Saves a view of a list, or deletes it if `query` is null. Returns all views that the actor has saved. Only their owner can read and change
 * saved views, so changes are not in the audit log. Throws INVALID if the actor would have too many views.
 */
const saveView = (
  { database, actor: { userId } }: Pick<CallContext, 'database' | 'actor'>,
  { query, ...key }: Body<typeof savedViews.save>,
): Promise<Reply<typeof savedViews.save>> =>
  database.transact(async (trx) => {
    await lockUser(trx, userId);
    if (query === null) await removeView(trx, userId, key);
    else await storeView(trx, userId, { ...key, query });
    const items = await findViews(trx, userId);
    if (items.length > maxSavedViews) throw invalid({ name: `You can save ${maxSavedViews} views.` });
    return { items };
  });
