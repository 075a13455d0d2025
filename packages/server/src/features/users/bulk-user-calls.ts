import type { bulkUsers } from '@basics/contract/bulk.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { toBulkUndoFields } from '#server/platform/undo/record-undo.ts';
import { runBulk } from '#server/platform/bulk.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import type { UserChangeContext } from './acting.ts';
import { changeOneUser, previewUserChanges } from './change-users.ts';

type CreateContext = (actor: Actor, origin: Origin) => UserChangeContext;

/** Creates the functions of the API that change many users at once, and that preview such a change. */
export function createBulkUserCalls(createContext: CreateContext) {
  return {
    async changeMany(
      actor: Actor,
      body: Body<typeof bulkUsers.changeMany>,
      origin: Origin,
    ): Promise<Reply<typeof bulkUsers.changeMany>> {
      const context = createContext(actor, origin);
      if (body.preview) return previewUserChanges(context, body);
      const { results } = await runBulk({
        database: context.database,
        ids: body.ids,
        preview: false,
        changeRecord: (database, id) => changeOneUser({ ...context, database }, id, body),
      });
      const canUndo = body.change === 'invite' || body.change === 'suspend';
      return { results, ...(canUndo && toBulkUndoFields(context, results, false)) };
    },
  };
}
