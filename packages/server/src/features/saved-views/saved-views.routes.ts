import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import { maxSavedViews, savedViews, sharedView } from '@basics/contract/saved-views/saved-views.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { invalid } from '#server/platform/problem.ts';
import {
  findSharedViews,
  findViews,
  lockSharedViews,
  removeSharedView,
  removeView,
  storeSharedView,
  storeView,
} from './saved-views.repository.ts';

export function savedViewsRoutes(router: Router): void {
  mount(router, savedViews.list, ({ db, actor }) => readViews(db, actor));
  mount(router, savedViews.save, (call) => saveView(call, call.body));
  mount(router, savedViews.share, (call) => shareView(call, call.body));
}

/** Returns the views that the actor sees. The filters of shared views may name customers, so only staff get them. */
async function readViews(
  db: Db,
  { userId, profileID }: Pick<CallContext['actor'], 'userId' | 'profileID'>,
): Promise<Reply<typeof savedViews.list>> {
  const shared = isStaffProfile(profileID) ? await findSharedViews(db) : [];
  return { items: await findViews(db, userId), shared: shared.map((view) => sharedView.parse(view)) };
}

/**
 * Saves a view of a list, or deletes it if `query` is null. Returns all views that the actor sees. Only their owner can read and change
 * saved views, so changes are not in the audit log. Throws INVALID if the actor would have too many views.
 */
const saveView = (
  { database, actor }: Pick<CallContext, 'database' | 'actor'>,
  { query, ...key }: Body<typeof savedViews.save>,
): Promise<Reply<typeof savedViews.save>> =>
  database.transact(async (trx) => {
    await lockUser(trx, actor.userId);
    if (query === null) await removeView(trx, actor.userId, key);
    else await storeView(trx, actor.userId, { ...key, query });
    const views = await readViews(trx, actor);
    requireFew(views.items);
    return views;
  });

/**
 * Shares a view of a list with all staff, or deletes the shared view if `query` is null. For a profile, a list opens with one view at most,
 * so the profiles of this view are taken from the other views of the list. Throws INVALID if there would be too many shared views.
 */
const shareView = (
  call: Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>,
  { query, opensFor, ...key }: Body<typeof savedViews.share>,
): Promise<Reply<typeof savedViews.share>> =>
  call.database.transact(async (trx) => {
    await lockSharedViews(trx);
    const listViews = (await findSharedViews(trx)).filter(({ list }) => list === key.list);
    const before = listViews.find(({ name }) => name === key.name);
    const after = query === null ? undefined : { ...key, query, opensFor: [...new Set(opensFor)] };
    if (after) {
      await storeSharedView(trx, after);
      await closeOthers(trx, listViews, after);
    } else await removeSharedView(trx, key);
    if (before ?? after)
      await recordAction(trx, call, {
        action: after ? 'sharedView.update' : 'sharedView.delete',
        subject: { kind: 'sharedView', id: `${key.list} ${key.name}` },
        ...(before && { before }),
        ...(after && { after }),
      });
    const views = await readViews(trx, call.actor);
    requireFew(views.shared);
    return views;
  });

type StoredView = Awaited<ReturnType<typeof findSharedViews>>[number];

async function closeOthers(trx: Trx, listViews: readonly StoredView[], { name, opensFor }: StoredView): Promise<void> {
  const others = listViews.filter((view) => view.name !== name && view.opensFor.some((id) => opensFor.includes(id)));
  for (const view of others)
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    await storeSharedView(trx, { ...view, opensFor: view.opensFor.filter((id) => !opensFor.includes(id)) });
}

function requireFew(views: readonly unknown[]): void {
  if (views.length > maxSavedViews) throw invalid({ name: `You can save ${maxSavedViews} views.` });
}
