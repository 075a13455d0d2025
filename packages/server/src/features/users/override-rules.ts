import { findRole } from '@basics/contract/permissions.ts';
import type { Permission } from '@basics/contract/permissions.ts';

/** The areas of permissions that concern other users. */
const areasOfUsers = ['users', 'requests', 'countrySalesman'];

/** With these, a permission for some days could become a permanent account of staff, so only profiles have them. */
const permissionsOfProfiles: readonly Permission[] = ['users.create-product', 'users.change-profile'];

/**
 * Whether an account with this profile can have the permission as an override. Permissions over other users are for salesmen only: all other
 * profiles see only their own account, which they could then change as staff.
 */
export function canHaveOverride(profileId: number | null, permission: Permission): boolean {
  if (permissionsOfProfiles.includes(permission)) return false;
  const concernsUsers = areasOfUsers.some((area) => permission.startsWith(`${area}.`));
  return !concernsUsers || findRole(profileId) === 'Salesman';
}
