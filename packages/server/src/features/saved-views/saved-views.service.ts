import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { maxSavedViews } from '@basics/contract/saved-views.ts';
import type { savedViews } from '@basics/contract/saved-views.ts';
import { lockUser } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { invalid } from '#server/platform/problem.ts';
import { findViews, removeView, storeView } from './saved-views.repository.ts';

type OwnViews = Reply<typeof savedViews.list>;

/**
 * The views of lists that a user has saved. Saved views can be read and changed only by their owner, so changes are not in the audit log.
 */
export function savedViewsService({ database }: { database: Database }) {
  return {
    list: async (userId: number): Promise<OwnViews> => ({ items: await findViews(database.kysely, userId) }),

    /** Saves a view, or deletes it if `query` is null. Throws INVALID if the user would have too many views. */
    save: (userId: number, { query, ...key }: Body<typeof savedViews.save>): Promise<OwnViews> =>
      database.transact(async (trx) => {
        await lockUser(trx, userId);
        if (query === null) await removeView(trx, userId, key);
        else await storeView(trx, userId, { ...key, query });
        const items = await findViews(trx, userId);
        if (items.length > maxSavedViews) throw invalid({ name: `You can save ${maxSavedViews} views.` });
        return { items };
      }),
  };
}

export type SavedViewsService = ReturnType<typeof savedViewsService>;
