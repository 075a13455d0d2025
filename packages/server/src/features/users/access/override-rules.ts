import { findRole } from '@basics/contract/calls/permissions.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';

/** The areas whose permissions concern other users. A permission begins with its area, such as `users.edit`. */
const areasOfUsers = ['users', 'requests', 'countrySalesman'];

/**
 * The permissions that no override can give, because staff accounts that are created with them would stay after the
 * override.
 */
const permissionsOnlyOfProfiles: readonly Permission[] = ['users.create-product', 'users.change-profile'];

/**
 * Returns whether an account with the given profile can have the permission as an override. Only salesmen can get
 * permissions that concern other users. Users of other profiles see only their own account, and could then change it as
 * staff can.
 */
export function canHaveOverride(profileId: number | null, permission: Permission): boolean {
  if (permissionsOnlyOfProfiles.includes(permission)) return false;
  const concernsUsers = areasOfUsers.some((area) => permission.startsWith(`${area}.`));
  return !concernsUsers || findRole(profileId) === 'Salesman';
}
