import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { listSearchedParts } from '../seats/seats.repository.ts';

/** Many cloned PCs can share a part, so at most this many candidates are read for each part. */
const maxCandidatesPerPart = 100;

const ownerColumns = ['users.id', 'users.login', 'users.firstName', 'users.lastName', 'users.company'] as const;

export type OwnerRow = { id: number; login: string; firstName: string; lastName: string; company: string | null };

/**
 * Finds the PCs with a licence for a tool whose owner is an active user in the viewer's scope, and which have a part in common with the
 * fingerprint (hex). Parts without a value are not compared. Returns each PC with its owner.
 */
export async function findSimilarMachines(
  db: Db,
  viewer: Viewer,
  { toolId, fingerprint }: { toolId: string; fingerprint: string },
): Promise<(OwnerRow & { anchor: string })[]> {
  const machines: (OwnerRow & { anchor: string })[] = [];
  for (const { from, part } of listSearchedParts(fingerprint)) {
    const rows = await db
      .selectFrom('machines')
      .innerJoin('users', 'users.id', 'machines.userId')
      .select(ownerColumns)
      .select(sql<string>`machines.anchor || coalesce(anchor_uuid, '')`.as('anchor'))
      .where('machines.toolId', '=', toolId)
      .where(sql<string>`substr(anchor, ${sql.lit(from)}, 8)`, '=', part)
      .where('users.status', '=', 'active')
      .where(inScope(viewer))
      .orderBy('machines.id', 'desc')
      .limit(maxCandidatesPerPart)
      .execute();
    machines.push(...rows);
  }
  return machines;
}

/** Finds the users in the viewer's scope who have an open help request about a code. */
export const findHelpRequesters = (db: Db, viewer: Viewer, codeHash: string): Promise<OwnerRow[]> =>
  db
    .selectFrom('helpRequests')
    .innerJoin('users', 'users.id', 'helpRequests.userId')
    .select(ownerColumns)
    .where('helpRequests.codeHash', '=', codeHash)
    .where('helpRequests.state', '=', sql.lit('open'))
    .where(inScope(viewer))
    .orderBy('helpRequests.id')
    .execute();

/** Returns whether a licence can be issued for another active user in the viewer's scope. */
export async function hasCustomers(db: Db, viewer: Viewer): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'active')
    .where('users.id', '!=', viewer.userId)
    .where(inScope(viewer))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
