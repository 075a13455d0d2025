import { findRole, isWithinPermissions, listPermissions, toPermissionContext } from '@basics/contract/permissions.ts';
import type { Permission } from '@basics/contract/permissions.ts';

type Account = { id: number; profileId: number | null };

/**
 * The permissions with which an administrator sees the portal as this user; null if that is refused: for other administrators, and for users
 * with a permission that the administrator does not have.
 */
export function findViewPermissions(
  held: readonly Permission[],
  { id, profileId }: Account,
): readonly Permission[] | null {
  if (findRole(profileId) === 'Administrator') return null;
  const permissions = listPermissions(toPermissionContext({ userId: id, profileID: profileId }));
  return isWithinPermissions(permissions, held) ? permissions : null;
}
