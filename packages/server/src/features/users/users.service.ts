import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { CurrentUser } from '@basics/contract/current-user.ts';
import type { User, users } from '@basics/contract/users.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/serve.ts';
import { preferenceOptions, preferencesIn } from './preferences.ts';
import { searchUsers } from './search-users.ts';
import { userOptions } from './user-options.ts';
import { usersOf, userWithTools } from './user.ts';
import { usersWriting } from './users-writing.ts';
import type { WritingNeeds } from './users-writing.ts';
import { findUser, findUserInScope } from './users.repository.ts';

/** Users: to find, to read and to change, each by whoever may. */
export function usersService(needs: WritingNeeds) {
  const db = needs.database.kysely;

  const get = async (actor: Actor, userId: number): Promise<User> => {
    const row = await findUserInScope(db, actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    return userWithTools(db, row);
  };

  return {
    async current(actor: Actor): Promise<CurrentUser> {
      const user = await findUser(db, actor.userId);
      if (!user) throw problem('NO_SESSION');
      return {
        userId: user.id,
        profileID: user.profile_id,
        userFirstName: user.first_name,
        userLastName: user.last_name,
        userEmail: user.login,
        permissions: [...actor.permissions],
        brand: user.brand_id,
        ...(actor.mustAct && { mustAct: actor.mustAct }),
      };
    },

    get,

    async search(actor: Actor, asked: Body<typeof users.search>): Promise<Reply<typeof users.search>> {
      const { items, total } = await searchUsers(db, actor, asked);
      return { items: await usersOf(db, items), total, pageNumber: asked.pageNumber, pageSize: asked.pageSize };
    },

    options: (actor: Actor) => userOptions(db, actor),

    async preferences(actor: Actor): Promise<Reply<typeof users.preferences>> {
      const user = await findUser(db, actor.userId);
      if (!user) throw problem('NO_SESSION');
      return {
        options: preferenceOptions({ brand: user.brand_id, country: user.country }),
        values: preferencesIn(user.preferences),
        version: user.version,
      };
    },

    ...usersWriting(needs),
  };
}

export type UsersService = ReturnType<typeof usersService>;
