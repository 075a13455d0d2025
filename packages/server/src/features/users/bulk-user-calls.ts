import type { bulkUsers } from '@basics/contract/bulk.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import type { Database } from '#server/database/database.ts';
import { runBulk } from '#server/platform/bulk.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import type { UserChangeContext } from './acting.ts';
import { changeOneUser } from './change-users.ts';

type CreateContext = (actor: Actor, origin: Origin) => UserChangeContext;

/** Creates the functions of the API that change many users at once, and that preview such a change. */
export function createBulkUserCalls(database: Database, createContext: CreateContext) {
  return {
    changeMany: (actor: Actor, body: Body<typeof bulkUsers.changeMany>, origin: Origin) =>
      runBulk({
        database,
        ids: body.ids,
        preview: body.preview,
        changeRecord: (transaction, id) =>
          changeOneUser({ ...createContext(actor, origin), database: transaction }, id, body),
      }),
  };
}
