import { findRole } from '@basics/contract/permissions.ts';
import type { Permission } from '@basics/contract/permissions.ts';

/** The areas of permissions that concern other users. */
const areasOfUsers = ['users', 'requests', 'countrySalesman'];

/** The permissions that no override can give, because staff accounts that were created with them would last longer than the override. */
const permissionsOfProfiles: readonly Permission[] = ['users.create-product', 'users.change-profile'];

/**
 * Returns whether an account with the given profile can have the permission as an override. Permissions over other users are for salesmen
 * only: all other profiles see only their own account, which they could then change as staff.
 */
export function canHaveOverride(profileId: number | null, permission: Permission): boolean {
  if (permissionsOfProfiles.includes(permission)) return false;
  const concernsUsers = areasOfUsers.some((area) => permission.startsWith(`${area}.`));
  return !concernsUsers || findRole(profileId) === 'Salesman';
}
