import type { License } from '@basics/contract/licenses.ts';
import type { ToolMachines } from '@basics/contract/license-admin.ts';
import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { licenseOf } from '#server/features/licenses/license-of.ts';
import { findLicense, releaseMachine } from '#server/features/licenses/licenses.repository.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { problem, problemWith } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { insertRelease, retireLicenses, revokeOne } from './license-admin.repository.ts';
import { standingsOf } from './standing.ts';

/** Who changes whose, when (Unix milliseconds). */
export type Changing = { actor: Actor; userId: number; at: number; requestId: string };

/**
 * Revokes somebody else's licence with a reason (OWN_ACCOUNT). Whoever comes second reads that it was done: his reason would be lost
 * (STALE).
 */
export async function revokeLicense(
  trx: Trx,
  { actor, userId, at, requestId }: Changing,
  { licenseId, reason }: { licenseId: number; reason: string },
): Promise<License> {
  await requireInScope(trx, actor, userId);
  // It would free a seat of his own without a move.
  if (actor.userId === userId) throw problem('OWN_ACCOUNT');
  // Whoever issues for him counts seats meanwhile.
  await lockUser(trx, userId);
  const isRevoked = await revokeOne(trx, { licenseId, userId }, { reason, at });
  const row = await findLicense(trx, userId, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  if (!isRevoked) throw problem('STALE');
  const subject = { kind: 'license', id: licenseId, personId: userId } as const;
  await recordAudit(trx, {
    at,
    actorId: actor.userId,
    requestId,
    action: 'license.revoke',
    subject,
    after: { userId, reason },
  });
  return licenseOf(row, at);
}

/**
 * Gives up a PC that is gone: its seat is free at once, and that counts as a move. A PC that holds no seat has none to give up, so that
 * the same wish sent twice costs one move.
 */
export async function releaseMachineOf(
  trx: Trx,
  { actor, userId, at, requestId }: Changing,
  { machineId, overrideReason }: { machineId: number; overrideReason: string | null },
): Promise<ToolMachines> {
  await requireInScope(trx, actor, userId);
  await lockUser(trx, userId);
  const standing = await standingAt(trx, { userId, machineId, now: at });
  const { movesUsed, movesAllowed: allowed } = standing;
  if (!standing.machines.some((pc) => pc.machineId === machineId && pc.holdsSeat)) return standing;
  if (movesUsed >= allowed && overrideReason === null) throw problemWith('MOVE_LIMIT', { allowed });
  await retireLicenses(trx, machineId, at);
  await releaseMachine(trx, machineId, at);
  await insertRelease(trx, {
    machineId,
    userId,
    toolId: standing.tool,
    at,
    releasedBy: actor.userId,
    overrideReason,
  });
  const after = await standingAt(trx, { userId, machineId, now: at });
  await recordAudit(trx, {
    at,
    actorId: actor.userId,
    requestId,
    action: 'machine.release',
    subject: { kind: 'machine', id: machineId, personId: userId },
    after: { userId, overrideReason },
  });
  return after;
}

/** Returns the licence status of the owner of a PC for its tool. */
async function standingAt(trx: Trx, asked: { userId: number; machineId: number; now: number }): Promise<ToolMachines> {
  const standings = await standingsOf(trx, asked);
  const found = standings.find(({ machines }) => machines.some((pc) => pc.machineId === asked.machineId));
  if (!found) throw problem('RESULTS_NOT_FOUND');
  return found;
}
