import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import type { Db } from '#server/database/database.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { findCurrentAbsencesOf } from './absence/absences.repository.ts';
import { formatName } from './user.ts';
import { findUser } from './users.repository.ts';

/**
 * Reads the user of a session, with the permissions of the user. Throws NO_SESSION if the user was deleted meanwhile.
 */
export async function readCurrentUser({
  db,
  actor,
  at,
}: Pick<CallContext, 'db' | 'actor' | 'at'>): Promise<CurrentUser> {
  const user = await findUser(db, actor.userId);
  if (!user) throw problem('NO_SESSION');
  return {
    userId: user.id,
    profileID: user.profileId,
    userFirstName: user.firstName,
    userLastName: user.lastName,
    userEmail: user.login,
    permissions: [...actor.permissions],
    brand: user.brandId,
    ...(actor.requiredStep && { mustAct: actor.requiredStep }),
    ...(['Administrator', 'Salesman'].includes(findRole(user.profileId)) && (await findAbsences(db, user.id, at))),
  };
}

/** Finds today's absence of a member of staff, and the absent salesmen whose deputy this member of staff is. */
async function findAbsences(db: Db, userId: number, now: number): Promise<Pick<CurrentUser, 'absence' | 'deputyFor'>> {
  const rows = await findCurrentAbsencesOf(db, userId, now);
  const ownAbsence = rows.find(({ salesmanId }) => salesmanId === userId);
  const deputyFor = rows
    .filter(({ salesmanId }) => salesmanId !== userId)
    .map((row) => ({ userId: row.salesmanId, name: formatName(row), until: row.lastDay }));
  return {
    ...(ownAbsence && {
      absence: {
        name: formatName({
          firstName: ownAbsence.deputyFirstName,
          lastName: ownAbsence.deputyLastName,
          login: ownAbsence.deputyLogin,
        }),
        until: ownAbsence.lastDay,
        ...(ownAbsence.canDeputise === 0 && { deputyIsAbsent: true as const }),
      },
    }),
    ...(deputyFor.length > 0 && { deputyFor }),
  };
}
