import type { Query, Reply } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import type { watchList } from '@basics/contract/watch-list.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { problem } from '#server/platform/problem.ts';
import type { LicenseChange } from './change-license.ts';
import {
  deleteLostMachine,
  findLoginsInScope,
  findLostMachinesInScope,
  insertLostMachine,
} from './watch-list.repository.ts';

/**
 * Lists the PCs on the watch list whose users are in the viewer's scope. The account that sent the code of a PC is named only if that
 * account is in the viewer's scope too.
 */
export async function listLostMachines(
  db: Db,
  viewer: Viewer,
  { userId }: Query<typeof watchList.lostMachines>,
): Promise<Reply<typeof watchList.lostMachines>> {
  const rows = await findLostMachinesInScope(db, viewer, { userId, limit: limits.page.max + 1 });
  const shownRows = rows.slice(0, limits.page.max);
  const senders = await findLoginsInScope(
    db,
    viewer,
    shownRows.flatMap(({ seenUserId }) => (seenUserId === null ? [] : [seenUserId])),
  );
  return {
    items: shownRows.map((row) => ({
      machineId: row.id,
      machineName: row.machineName,
      userId: row.userId,
      name: `${row.firstName} ${row.lastName}`.trim() || row.login,
      company: row.company,
      reason: row.reason,
      reportedAt: new Date(row.reportedAt).toISOString(),
      reportedBy: `${row.reporterFirstName ?? ''} ${row.reporterLastName ?? ''}`.trim() || null,
      seen:
        row.seenAt === null
          ? null
          : {
              at: new Date(row.seenAt).toISOString(),
              by: senders.find(({ id }) => id === row.seenUserId)?.login ?? null,
            },
    })),
    hasMore: rows.length > shownRows.length,
  };
}

/** Puts a PC on the watch list. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND, or STALE if the PC is on the list already. */
export async function reportLost(
  trx: Trx,
  { actor, userId, at, requestId }: LicenseChange,
  { machineId, reason }: { machineId: number; reason: string },
): Promise<undefined> {
  await requireInScope(trx, actor, userId);
  await lockUser(trx, userId);
  const insertResult = await insertLostMachine(trx, {
    machineId,
    userId,
    reportedBy: actor.userId,
    reportedAt: at,
    reason,
  });
  if (insertResult !== true) throw problem(insertResult === false ? 'RESULTS_NOT_FOUND' : 'STALE');
  const auditSubject = { kind: 'machine', id: machineId, personId: userId } as const;
  const auditValues = { userId, reason };
  await recordAudit(trx, {
    at,
    actorId: actor.userId,
    requestId,
    action: 'machine.reportLost',
    subject: auditSubject,
    after: auditValues,
  });
  return undefined;
}

/** Takes a PC off the watch list. Throws USER_NOT_FOUND or RESULTS_NOT_FOUND. */
export async function liftLost(
  trx: Trx,
  { actor, userId, at, requestId }: LicenseChange,
  machineId: number,
): Promise<undefined> {
  await requireInScope(trx, actor, userId);
  if (!(await deleteLostMachine(trx, { machineId, userId }))) throw problem('RESULTS_NOT_FOUND');
  const auditSubject = { kind: 'machine', id: machineId, personId: userId } as const;
  await recordAudit(trx, {
    at,
    actorId: actor.userId,
    requestId,
    action: 'machine.liftLost',
    subject: auditSubject,
    after: { userId },
  });
  return undefined;
}
