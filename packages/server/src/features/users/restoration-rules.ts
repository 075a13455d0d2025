import { addOnGuards, listAssignableProfiles, staffProfiles } from '@basics/contract/permissions.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import type { UserArchive } from './user-archive.ts';
import { parseTexts } from '#server/platform/json-column.ts';

/**
 * Throws NOT_PERMITTED if the actor could not give the archived profile or a restricted add-on to a new user. A request has neither before
 * it is approved.
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

/** Returns whether the archive is that of a member of staff. */
export const isStaffArchive = ({ rows }: UserArchive): boolean =>
  staffProfiles.some((profile) => profile === rows.users?.[0]?.['profileId']);

/**
 * Selects the archived rows that are restored. Staff get back neither the password, nor recovery codes, nor temporary permissions, because
 * somebody else may know these secrets after 30 days, and the reasons for the permissions may be over. Their second factors return: a new
 * password link then needs one.
 */
export const withoutStaffSecrets = (archive: UserArchive): UserArchive['rows'] =>
  isStaffArchive(archive)
    ? {
        ...archive.rows,
        users: (archive.rows.users ?? []).map((row) => ({ ...row, passwordHash: null })),
        permissionOverrides: [],
        recoveryCodes: [],
      }
    : archive.rows;
