import { findRole, isWithinPermissions } from '@basics/contract/permissions.ts';
import type { Permission } from '@basics/contract/permissions.ts';

type Account = { id: number; profileId: number | null };

/**
 * Finds the permissions with which an administrator sees the portal as the given user. Returns null, which refuses the
 * view, for another administrator, and for a user with a permission that the administrator does not have.
 */
export function findViewPermissions(
  ownPermissions: readonly Permission[],
  user: Account,
  permissionsOf: (user: Account) => readonly Permission[],
): readonly Permission[] | null {
  if (findRole(user.profileId) === 'Administrator') return null;
  const permissions = permissionsOf(user);
  return isWithinPermissions(permissions, ownPermissions) ? permissions : null;
}
