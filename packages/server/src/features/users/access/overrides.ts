import type { Body, Params, Reply } from '@basics/contract/calls/endpoint.ts';
import type { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import {
  isWithinPermissions,
  listPermissions,
  permissions,
  toPermissionContext,
} from '@basics/contract/calls/permissions.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { lockUser } from '#server/database/database.ts';
import { days } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { recordUserChange } from '../user.ts';
import {
  canHaveOverride,
  deleteOverride,
  findOverrides,
  findPermissions,
  storeOverride,
} from './overrides.repository.ts';
import { requireInScope } from '../scope.repository.ts';
import { findUser } from '../users.repository.ts';

/**
 * Lists the overrides of a user (additional permissions) that are in effect, and the permissions that the actor may
 * add. Throws USER_NOT_FOUND.
 */
export async function listOverrides(
  { db, actor, at: now }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
): Promise<Reply<typeof permissionOverrideCalls.listOverrides>> {
  await requireInScope(db, actor, userId);
  const user = await findUser(db, userId);
  if (!user) throw problem('USER_NOT_FOUND');
  const permissionsOf = await findPermissions(db, [user], now);
  const heldPermissions = permissionsOf(user);
  const items = await findOverrides(db, [userId], now);
  return {
    items: items.map((row) => ({
      permission: row.permission,
      until: row.validTo,
      reason: row.reason,
      grantedBy: `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() || null,
      grantedAt: new Date(row.grantedAt).toISOString(),
    })),
    grantable: permissions.filter(
      (permission) => !heldPermissions.includes(permission) && mayGrant(actor, user, permission),
    ),
  };
}

/**
 * Returns whether the actor may give this permission to a user: the actor has it, and the profile of the user can have
 * it as an override.
 */
const mayGrant = (actor: Actor, { profileId }: { profileId: number | null }, permission: Permission): boolean =>
  canHaveOverride(profileId, permission) && isWithinPermissions([permission], actor.permissions);

type OverrideKey = Params<typeof permissionOverrideCalls.endOverride>;
type OverrideGrant = OverrideKey & Body<typeof permissionOverrideCalls.grantOverride>;

/**
 * The last day of an override is at most this number of days from today. A user who needs a permission for longer needs
 * another profile.
 */
const maxDaysUntilEnd = 366;

/**
 * Gives a user an additional permission that the actor has. Throws USER_NOT_FOUND, OWN_ACCOUNT, or INVALID for a day
 * that is over or too far away, and for a permission that the actor lacks, the profile has already, or the profile
 * cannot have.
 */
export function grantOverride(
  context: WriteContext,
  { id: userId, permission, until, reason }: OverrideGrant,
): Promise<void> {
  const { actor, at } = context;
  return context.database.transact(async (trx) => {
    await requireInScope(trx, actor, userId);
    if (userId === actor.userId) throw problem('OWN_ACCOUNT');
    await lockUser(trx, userId);
    const user = await findUser(trx, userId);
    if (!user) throw problem('USER_NOT_FOUND');
    const profilePermissions = listPermissions(toPermissionContext({ userId, profileID: user.profileId }));
    if (profilePermissions.includes(permission) || !mayGrant(actor, user, permission))
      throw invalid({ permission: fieldMessages.notAllowed });
    const lastDay = Date.parse(until);
    if (lastDay < at - days(1) || lastDay > at + days(maxDaysUntilEnd))
      throw invalid({ until: fieldMessages.notAllowed });
    const grant = { userId, permission, validTo: until, reason, grantedBy: actor.userId, grantedAt: at };
    const replacedGrant = (await findOverrides(trx, [userId], at)).find((row) => row.permission === permission);
    await storeOverride(trx, grant);
    await recordUserChange(trx, context, {
      action: 'user.grantPermission',
      userId,
      ...(replacedGrant && { before: { permission, until: replacedGrant.validTo, reason: replacedGrant.reason } }),
      after: { permission, until, reason },
    });
  });
}

/** Takes back an additional permission of a user. Throws USER_NOT_FOUND or RESULTS_NOT_FOUND. */
export function endOverride(context: WriteContext, { id: userId, permission }: OverrideKey): Promise<void> {
  return context.database.transact(async (trx) => {
    await requireInScope(trx, context.actor, userId);
    if (!(await deleteOverride(trx, userId, permission))) throw problem('RESULTS_NOT_FOUND');
    await recordUserChange(trx, context, { action: 'user.endPermission', userId, before: { permission } });
  });
}
