import type { License } from '@basics/contract/licenses.ts';
import type { ToolUsage } from '@basics/contract/license-admin.ts';
import * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { toLicense } from '#server/features/licenses/license-of.ts';
import { findLicense, releaseMachine } from '#server/features/licenses/licenses.repository.ts';
import type { Restore } from '#server/platform/undo/record-undo.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { recordAction } from '#server/platform/writing.ts';
import { insertRelease, retireLicenses, markLicenseRevoked, undoRevocation } from './license-admin.repository.ts';
import { findToolUsages } from './tool-usage.ts';

/**
 * The context of a change of a licence: the actor, the owner of the licence (`userId`), and the time (Unix
 * milliseconds).
 */
export type LicenseChange = { actor: Actor; userId: number; at: number; requestId: string };

/**
 * Revokes another user's licence with a reason. Throws OWN_ACCOUNT, or ALREADY_REVOKED, because the second reason would be lost.
 */
export async function revokeLicense(
  trx: Trx,
  { actor, userId, at, requestId }: LicenseChange,
  { licenseId, reason }: { licenseId: number; reason: string },
): Promise<License> {
  await requireInScope(trx, actor, userId);
  // Users may not revoke their own licence: a revocation would free a seat (the right to use one PC) without using a
  // move.
  if (actor.userId === userId) throw problem('OWN_ACCOUNT');
  // The owner is locked, because another transaction may be counting the seats to issue a licence.
  await lockUser(trx, userId);
  const isRevoked = await markLicenseRevoked(trx, { licenseId, userId }, { reason, at });
  const row = await findLicense(trx, userId, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  if (!isRevoked) throw problem('ALREADY_REVOKED');
  const auditSubject = { kind: 'license', id: licenseId, personId: userId } as const;
  await recordAudit(trx, {
    at,
    actorId: actor.userId,
    requestId,
    action: 'license.revoke',
    subject: auditSubject,
    after: { userId, reason },
  });
  return toLicense(row, at);
}

const storedRevocation = z.strictObject({ at: z.int() });

/**
 * Undoes a revocation. Throws CHANGED_SINCE if the user got a licence after it, which may have the seat (the right to use one PC) of the
 * revoked licence.
 */
export const restoreRevoked: Restore = async (trx, context, { userId, subjectId: licenseId, payload }) => {
  const { at: revokedAt } = storedRevocation.parse(JSON.parse(payload));
  await requireInScope(trx, context.actor, userId);
  await lockUser(trx, userId);
  if (!(await undoRevocation(trx, { licenseId, userId, revokedAt }))) throw problem('CHANGED_SINCE');
  await recordAction(trx, context, {
    action: 'license.undo',
    subject: { kind: 'license', id: licenseId, personId: userId },
    after: { userId },
  });
  return [];
};

/**
 * Releases a PC that is no longer used: its seat (the right to use one PC) is free at once, and the release counts as a move. A PC without
 * a seat is not released, so a repeated request does not use a second move.
 */
export async function releaseUserMachine(
  trx: Trx,
  { actor, userId, at, requestId }: LicenseChange,
  { machineId, overrideReason }: { machineId: number; overrideReason: string | null },
): Promise<ToolUsage> {
  await requireInScope(trx, actor, userId);
  await lockUser(trx, userId);
  const toolUsage = await findToolUsageOfPc(trx, { userId, machineId, now: at });
  const { movesUsed, movesAllowed: allowed } = toolUsage;
  if (!toolUsage.machines.some((pc) => pc.machineId === machineId && pc.holdsSeat)) return toolUsage;
  if (movesUsed >= allowed && overrideReason === null) throw problemWithFacts('MOVE_LIMIT', { allowed });
  await retireLicenses(trx, machineId, at);
  await releaseMachine(trx, machineId, at);
  await insertRelease(trx, {
    machineId,
    userId,
    toolId: toolUsage.tool,
    at,
    releasedBy: actor.userId,
    overrideReason,
  });
  const toolUsageAfter = await findToolUsageOfPc(trx, { userId, machineId, now: at });
  await recordAudit(trx, {
    at,
    actorId: actor.userId,
    requestId,
    action: 'machine.release',
    subject: { kind: 'machine', id: machineId, personId: userId },
    after: { userId, overrideReason },
  });
  return toolUsageAfter;
}

/** Returns the PCs, seats and moves that the owner of a PC has for the tool of this PC. */
async function findToolUsageOfPc(
  trx: Trx,
  query: { userId: number; machineId: number; now: number },
): Promise<ToolUsage> {
  const toolUsages = await findToolUsages(trx, query);
  const toolUsage = toolUsages.find(({ machines }) => machines.some((pc) => pc.machineId === query.machineId));
  if (!toolUsage) throw problem('RESULTS_NOT_FOUND');
  return toolUsage;
}
