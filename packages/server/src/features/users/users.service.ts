import type { CurrentUser } from '@basics/contract/users.ts';
import type { Database } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/serve.ts';
import { findUser } from './users.repository.ts';

export function usersService({ database }: { database: Database }) {
  return {
    async current(actor: Actor): Promise<CurrentUser> {
      const user = await findUser(database.kysely, actor.userId);
      if (!user) throw problem('NO_SESSION');
      return {
        userId: user.id,
        profileID: user.profile_id,
        userFirstName: user.first_name,
        userLastName: user.last_name,
        userEmail: user.login,
        permissions: [...actor.permissions],
        brand: user.brand_id,
      };
    },
  };
}

export type UsersService = ReturnType<typeof usersService>;
