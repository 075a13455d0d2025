import { listPermissions, permissions, toPermissionContext, findRole } from '@basics/contract/calls/permissions.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';

/**
 * Finds the overrides that are in effect now for the given users: permissions in addition to those of the profile. An
 * override is in effect until the end of its last day, in UTC.
 */
export async function findOverrides(db: Db, userIds: readonly number[], now: number) {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('permissionOverrides')
    .leftJoin('users', 'users.id', 'permissionOverrides.grantedBy')
    .select(['permissionOverrides.userId', 'permissionOverrides.permission', 'permissionOverrides.validTo'])
    .select(['permissionOverrides.reason', 'permissionOverrides.grantedAt', 'users.firstName', 'users.lastName'])
    .where('permissionOverrides.userId', 'in', userIds)
    .where('permissionOverrides.validTo', '>=', toUtcDay(now))
    .orderBy('permissionOverrides.permission')
    .execute();
  // A stored permission that the portal no longer has is ignored.
  return rows.flatMap((row) => {
    const permission = permissions.find((knownPermission) => knownPermission === row.permission);
    return permission === undefined ? [] : [{ ...row, permission }];
  });
}

type Account = { id: number; profileId: number | null };

/**
 * Finds the permissions of each of the given accounts: the permissions of the profile, and the overrides in effect that
 * the profile can have.
 */
export async function findPermissions(
  db: Db,
  accounts: readonly Account[],
  now: number,
): Promise<(account: Account) => readonly Permission[]> {
  const overrides = await findOverrides(db, [...new Set(accounts.map(({ id }) => id))], now);
  return ({ id, profileId }) => {
    const overridePermissions = overrides
      .filter(({ userId, permission }) => userId === id && canHaveOverride(profileId, permission))
      .map(({ permission }) => permission);
    return [
      ...new Set(
        listPermissions(toPermissionContext({ userId: id, profileID: profileId }), { [id]: overridePermissions }),
      ),
    ];
  };
}

/** Stores an override (an additional permission of one user), or replaces the override of the same permission. */
export async function storeOverride(trx: Trx, override: NewRow<'permissionOverrides'>): Promise<void> {
  const { userId: _, permission: __, ...values } = override;
  await trx
    .insertInto('permissionOverrides')
    .values(override)
    .onConflict((conflict) => conflict.columns(['userId', 'permission']).doUpdateSet(values))
    .execute();
}

/** Deletes an override of a user; returns false if the user does not have this override. */
export async function deleteOverride(trx: Trx, userId: number, permission: Permission): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('permissionOverrides')
    .where('userId', '=', userId)
    .where('permission', '=', permission)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOverrides(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('permissionOverrides').where('userId', '=', userId).execute();
}

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
