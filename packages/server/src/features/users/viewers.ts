import type { Reply } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import { findRole, listPermissions, toPermissionContext } from '@basics/contract/permissions.ts';
import type { UserViewer, viewers } from '@basics/contract/viewers.ts';
import type { Db } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import { requireInScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';
import { findActiveAccount, findViewers } from './viewers.repository.ts';
import type { ViewerRow } from './viewers.repository.ts';

type Viewers = Reply<typeof viewers.viewers>;

/** Who sees a user, and why: all accounts of note, or only the one with the id `viewer`. Throws USER_NOT_FOUND. */
export async function explainScope(
  db: Db,
  actor: Viewer,
  userId: number,
  { viewer }: { viewer?: number | undefined },
): Promise<Viewers> {
  await requireInScope(db, actor, userId);
  return viewer === undefined ? listViewers(db, userId) : explainViewer(db, userId, viewer);
}

/** The user, all salesmen and all administrators with an active account; those who see the user come first. */
async function listViewers(db: Db, userId: number): Promise<Viewers> {
  // One more than is shown, to know whether there are more.
  const most = limits.page.most + 1;
  const self = await findActiveAccount(db, userId);
  const isListed = ['Administrator', 'Salesman'].includes(findRole(self?.profileId ?? null));
  const rows = [
    ...(self && !isListed ? await findViewers(db, { userId, viewer: userId, profileID: self.profileId, most }) : []),
    ...(await findViewers(db, { userId, profileID: 2, most })),
    ...(await findViewers(db, { userId, profileID: 1, most })),
  ];
  const sorted = rows.toSorted((a, b) => Number(b.sees) - Number(a.sees));
  return { items: sorted.slice(0, limits.page.most).map(toViewer), hasMore: sorted.length > limits.page.most };
}

/** Throws USER_NOT_FOUND for an account that is not active. */
async function explainViewer(db: Db, userId: number, viewer: number): Promise<Viewers> {
  const account = await findActiveAccount(db, viewer);
  if (!account) throw problem('USER_NOT_FOUND');
  const rows = await findViewers(db, { userId, viewer, profileID: account.profileId, most: 1 });
  return { items: rows.map(toViewer), hasMore: false };
}

const toViewer = (row: ViewerRow): UserViewer => ({
  userId: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  login: row.login,
  profileID: row.profileId,
  sees: row.sees,
  reasons: row.reasons,
  obstacle: row.sees ? null : findObstacle(row),
  permissions: [...listPermissions(toPermissionContext({ userId: row.id, profileID: row.profileId }))],
});

function findObstacle({ profileId, isCustomer }: ViewerRow): UserViewer['obstacle'] {
  if (findRole(profileId) !== 'Salesman') return 'profile';
  return isCustomer ? 'notAssigned' : 'staff';
}
