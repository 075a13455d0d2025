import type { CurrentUser } from '@basics/contract/current-user.ts';
import type { Db } from '#server/database/database.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { findUser } from './users.repository.ts';

/** Reads the user of a session with their permissions. Throws NO_SESSION if the user was deleted in the meantime. */
export async function readCurrentUser(db: Db, actor: Actor): Promise<CurrentUser> {
  const user = await findUser(db, actor.userId);
  if (!user) throw problem('NO_SESSION');
  return {
    userId: user.id,
    profileID: user.profileId,
    userFirstName: user.firstName,
    userLastName: user.lastName,
    userEmail: user.login,
    permissions: [...actor.permissions],
    brand: user.brandId,
    ...(actor.mustAct && { mustAct: actor.mustAct }),
  };
}
