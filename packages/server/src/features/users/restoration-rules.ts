import { addOnGuards, listAssignableProfiles, staffProfiles } from '@basics/contract/permissions.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import type { UserArchive } from './user-archive.ts';
import { parseTexts } from '#server/platform/json-column.ts';

/**
 * Throws NOT_PERMITTED if the actor could not give the archived profile, or an archived add-on that needs a permission,
 * to a new user. A request without an approval has no profile and no add-ons.
 */
export function requireAssignable(actor: Actor, { rows }: UserArchive, status: string): void {
  if (status === 'pending' || status === 'rejected') return;
  const profileId = rows.users?.[0]?.['profileId'] ?? null;
  const isAssignable = profileId === null || listAssignableProfiles(actor.permissions).includes(Number(profileId));
  const addOns = (rows.toolGrants ?? []).flatMap(({ configTools }) => parseTexts(String(configTools)));
  const hasGuardedAddOn = addOnGuards.some(
    ({ addOn, toAdd }) => addOns.includes(addOn) && !actor.permissions.includes(toAdd),
  );
  if (!isAssignable || hasGuardedAddOn) throw problem('NOT_PERMITTED');
}

/** Returns whether the archived user is a member of staff. */
export const isStaffArchive = ({ rows }: UserArchive): boolean =>
  staffProfiles.some((profile) => profile === rows.users?.[0]?.['profileId']);

/**
 * Returns the archived rows to restore. For staff, the password and the recovery codes are left out, because someone
 * else may know them after 30 days. Additional permissions are left out, because their reasons may be over. The second
 * factors are restored, so a new password alone is not enough to sign in.
 */
export const selectRowsToRestore = (archive: UserArchive): UserArchive['rows'] =>
  isStaffArchive(archive)
    ? {
        ...archive.rows,
        users: (archive.rows.users ?? []).map((row) => ({ ...row, passwordHash: null })),
        permissionOverrides: [],
        recoveryCodes: [],
      }
    : archive.rows;
