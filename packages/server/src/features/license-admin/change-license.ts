import type { Body, Params, Reply } from '@basics/contract/calls/endpoint.ts';
import type { licenseAdmin, Machine, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import { lockSeats } from '#server/features/licenses/seats/company-seats.repository.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findLicense, releaseMachine } from '#server/features/licenses/licenses.repository.ts';
import { toLicense } from '#server/features/licenses/read-license.ts';
import { requireOverrideReason } from '#server/features/licenses/issue/sent-code.ts';
import { recordUndo, toUndoFields, undoMs, type Restore } from '#server/platform/undo/undo.repository.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { insertRelease, retireLicenses, markLicenseRevoked, undoRevocation } from './license-admin.repository.ts';
import { findToolUsages } from './tool-usage.ts';

type ChangeContext = Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>;
type Revocation = Params<typeof licenseAdmin.revoke> & Body<typeof licenseAdmin.revoke>;

/**
 * Revokes another user's licence with a reason. Staff can undo the revocation for a short time. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND,
 * OWN_ACCOUNT, or ALREADY_REVOKED, because the second reason would be lost.
 */
export function revokeLicense(
  context: ChangeContext,
  { id: userId, licenseId, reason }: Revocation,
): Promise<Reply<typeof licenseAdmin.revoke>> {
  const { database, actor, at } = context;
  const undoable = { ...context, undoUntil: at + undoMs.one };
  return database.transact(async (trx) => {
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
    await recordAction(trx, context, {
      action: 'license.revoke',
      subject: { kind: 'license', id: licenseId, personId: userId },
      after: { userId, reason },
    });
    await recordUndo(trx, undoable, { kind: 'revocation', userId, subjectId: licenseId, payload: { at } });
    return { ...toLicense(row, at), ...toUndoFields(undoable) };
  });
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

type Release = Params<typeof licenseAdmin.release> & Body<typeof licenseAdmin.release>;

/**
 * Releases a PC that is no longer used. If it has a seat (the right to use one PC), the seat is free at once, and the release counts as a move,
 * unless the PC is not identified. A PC that is released already stays as it is, so a repeated request does not use a second move. Throws
 * USER_NOT_FOUND, RESULTS_NOT_FOUND, NOT_PERMITTED, MOVE_LIMIT.
 */
export async function releaseUserMachine(context: ChangeContext, release: Release): Promise<ToolUsage> {
  const { database, actor } = context;
  const { id: userId, machineId } = release;
  await requireInScope(database.kysely, actor, userId, 'licences');
  const overrideReason = requireOverrideReason(actor, userId, release.overrideReason);
  return database.transact((trx) => releaseInTransaction(trx, context, { userId, machineId, overrideReason }));
}

async function releaseInTransaction(
  trx: Trx,
  context: ChangeContext,
  { userId, machineId, overrideReason }: { userId: number; machineId: number; overrideReason: string | null },
): Promise<ToolUsage> {
  const { actor, at } = context;
  await requireInScope(trx, actor, userId, 'licences');
  await lockSeats(trx, userId);
  const toolUsage = await findToolUsageOfPc(trx, { userId, machineId, now: at });
  const { movesUsed, movesAllowed: allowed } = toolUsage;
  const machine = toolUsage.machines.find((pc) => pc.machineId === machineId);
  if (!machine || !isReleasable(machine)) return toolUsage;
  // The licence of a PC that is not identified works on no PC, and a PC without a seat frees none: such releases are no moves.
  const isMove = machine.holdsSeat && !machine.traits.includes('notIdentified');
  if (isMove && movesUsed >= allowed && overrideReason === null) throw problemWithFacts('MOVE_LIMIT', { allowed });
  await retireLicenses(trx, machineId, at);
  await releaseMachine(trx, machineId, at);
  if (isMove)
    await insertRelease(trx, {
      machineId,
      userId,
      toolId: toolUsage.tool,
      at,
      releasedBy: actor.userId,
      overrideReason,
    });
  const toolUsageAfter = await findToolUsageOfPc(trx, { userId, machineId, now: at });
  await recordAction(trx, context, {
    action: 'machine.release',
    subject: { kind: 'machine', id: machineId, personId: userId },
    after: { userId, overrideReason },
  });
  return toolUsageAfter;
}

/** Returns whether a PC can be released: a PC with a seat, or one without a valid licence that was not released before. */
const isReleasable = ({ holdsSeat, releasedAt, license }: Machine): boolean =>
  holdsSeat || (releasedAt === null && license?.status !== 'Active');

async function findToolUsageOfPc(
  trx: Trx,
  query: { userId: number; machineId: number; now: number },
): Promise<ToolUsage> {
  const toolUsages = await findToolUsages(trx, query);
  const toolUsage = toolUsages.find(({ machines }) => machines.some((pc) => pc.machineId === query.machineId));
  if (!toolUsage) throw problem('RESULTS_NOT_FOUND');
  return toolUsage;
}
