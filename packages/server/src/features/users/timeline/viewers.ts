import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import type { UserViewer, viewers } from '@basics/contract/users/viewers.ts';
import type { Db } from '#server/database/database.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { findCustomersOfAbsentSalesmen } from '../absence/absences.repository.ts';
import { findPermissions } from '../access/overrides.repository.ts';
import { requireInScope } from '../scope.repository.ts';
import { formatName } from '../user.ts';
import { findActiveAccount, findViewers } from './viewers.repository.ts';
import type { ViewerRow } from './viewers.repository.ts';

type Viewers = Reply<typeof viewers.viewers>;

/**
 * Finds who sees a user, and why. Checks the accounts of all staff, or only the account with the id `viewerId`. Throws
 * USER_NOT_FOUND.
 */
export async function explainScope(
  { db, actor, at: now }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  { userId, viewerId }: { userId: number; viewerId?: number | undefined },
): Promise<Viewers> {
  await requireInScope(db, actor, userId);
  return viewerId === undefined ? listViewers(db, userId, now) : explainViewer(db, userId, { viewerId, now });
}

/** Lists the user, and the active salesmen and administrators. Those who see the user come first. */
async function listViewers(db: Db, userId: number, now: number): Promise<Viewers> {
  // The query reads one row more than the reply can contain, to know whether there are more rows.
  const limit = limits.page.max + 1;
  const self = await findActiveAccount(db, userId);
  const isStaff = ['Administrator', 'Salesman'].includes(findRole(self?.profileId ?? null));
  const rows = [
    ...(self && !isStaff
      ? await findViewers(db, { userId, viewerId: userId, profileID: self.profileId, limit, now })
      : []),
    ...(await findViewers(db, { userId, profileID: 2, limit, now })),
    ...(await findViewers(db, { userId, profileID: 1, limit, now })),
  ];
  const sortedRows = rows.toSorted((a, b) => Number(b.sees) - Number(a.sees));
  const shownRows = sortedRows.slice(0, limits.page.max);
  return { items: await toViewers(db, shownRows, { userId, now }), hasMore: sortedRows.length > limits.page.max };
}

/**
 * Explains whether and why the account `viewerId` sees the user. Throws USER_NOT_FOUND if this account is not active.
 */
async function explainViewer(
  db: Db,
  userId: number,
  { viewerId, now }: { viewerId: number; now: number },
): Promise<Viewers> {
  const account = await findActiveAccount(db, viewerId);
  if (!account) throw problem('USER_NOT_FOUND');
  const rows = await findViewers(db, { userId, viewerId, profileID: account.profileId, limit: 1, now });
  return { items: await toViewers(db, rows, { userId, now }), hasMore: false };
}

async function toViewers(
  db: Db,
  rows: readonly ViewerRow[],
  { userId, now }: { userId: number; now: number },
): Promise<UserViewer[]> {
  const permissionsOf = await findPermissions(db, rows, now);
  const deputyIds = rows.filter(({ reasons }) => reasons.includes('deputy')).map(({ id }) => id);
  const absences =
    deputyIds.length > 0 ? await findCustomersOfAbsentSalesmen(db, { deputyIds, userIds: [userId], now }) : [];
  return rows.map((row) => ({
    userId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    login: row.login,
    profileID: row.profileId,
    sees: row.sees,
    reasons: row.reasons,
    ...(row.reasons.includes('deputy') && {
      deputyFor: absences
        .filter(({ deputyId }) => deputyId === row.id)
        .map((absence) => ({ name: formatName(absence), until: absence.lastDay })),
    }),
    obstacle: row.sees ? null : findObstacle(row),
    permissions: [...permissionsOf(row)],
  }));
}

function findObstacle({ profileId, isCustomer }: ViewerRow): UserViewer['obstacle'] {
  if (findRole(profileId) !== 'Salesman') return 'profile';
  return isCustomer ? 'notAssigned' : 'staff';
}
