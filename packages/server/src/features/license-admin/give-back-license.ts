import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { licenseAdmin, ReturnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readReturnCode, type ReturnClaims } from '@basics/licensing/return-code.ts';
import { lockSeats } from '#server/features/licenses/seats/company-seats.repository.ts';
import type { Db } from '#server/database/foundation.ts';
import { releaseMachine } from '#server/features/licenses/licenses.repository.ts';
import { toLicense } from '#server/features/licenses/read-license.ts';
import { toCodeProblem } from '#server/features/licenses/issue/refusal.ts';
import { requireOverrideReason } from '#server/features/licenses/issue/sent-code.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { findLicenseToReturn, insertRelease, markLicenseRevoked } from './license-admin.repository.ts';
import { findToolUsages } from './tool-usage.ts';
import { toOwner } from './search-licenses.repository.ts';

/**
 * Frees the seat of a PC whose tool removed its licence, and revokes the licence, so that a copy of it stops working. A
 * return counts as a move, because a return code is not signed and proves nothing; it is no move of a company, which has bought its seats. If the same return code is sent
 * again, the reply is the same.
 */
export async function giveBackLicense(
  context: Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>,
  { returnCode, preview, overrideReason: reason }: Body<typeof licenseAdmin.giveBack>,
): Promise<ReturnedLicense> {
  const { database, actor, at } = context;
  const readResult = readReturnCode(returnCode, nodePrimitives);
  if (!readResult.ok) throw toCodeProblem(readResult.refusal);
  const query = { actor, claims: readResult.value.claims, at };
  const currentReturn = await findReturn(database.kysely, query);
  if (preview === true || currentReturn.returned.state !== 'active') return currentReturn.returned;
  const { userId, licenseId } = currentReturn.returned.license;
  const overrideReason = requireOverrideReason(actor, userId, reason);
  return database.transact(async (trx) => {
    // The owner is locked, because another transaction may be counting the seats and moves to issue a licence.
    await lockSeats(trx, userId);
    const { machineId, returned, isMove } = await findReturn(trx, query);
    if (returned.state !== 'active') return returned;
    const { movesUsed, movesAllowed: allowed } = returned;
    if (isMove && movesUsed >= allowed && overrideReason === null) throw problemWithFacts('MOVE_LIMIT', { allowed });
    await markLicenseRevoked(trx, { licenseId, userId }, { reason: 'basics return', at });
    await releaseMachine(trx, machineId, at);
    const releaseRow = { machineId, userId, toolId: returned.license.tool, at, releasedBy: actor.userId, licenseId };
    await insertRelease(trx, { ...releaseRow, overrideReason });
    const returnAfter = await findReturn(trx, query);
    await recordAction(trx, context, {
      action: 'license.return',
      subject: { kind: 'license', id: licenseId, personId: userId },
      after: { userId, machineId, overrideReason },
    });
    return returnAfter.returned;
  });
}

type ReturnQuery = { actor: Actor; claims: ReturnClaims; at: number };

/**
 * Finds the licence of a return code. Throws RETURN_NOT_FOUND if the licence is not in the actor's scope, RETURN_REPLACED if its PC has a
 * newer licence.
 */
async function findReturn(db: Db, { actor, claims, at }: ReturnQuery) {
  const row = await findLicenseToReturn(db, actor, { licenceUid: claims.licenceId, toolCode: claims.toolId });
  if (!row) throw problem('RETURN_NOT_FOUND');
  if (row.replacedBy !== null) throw problemWithFacts('RETURN_REPLACED', { machine: row.machineName });
  const license = toLicense(row, at);
  const toolUsages = await findToolUsages(db, { userId: row.userId, now: at });
  const toolUsage = toolUsages.find(({ tool }) => tool === row.toolId);
  if (!toolUsage) throw new Error('the tool of a licence is missing in the list of tools of its owner');
  const { seatsUsed, seatsAllowed, movesUsed, movesAllowed } = toolUsage;
  const state = row.isReturned ? 'returned' : takesSeat(license.status) ? 'active' : 'ended';
  const returnedLicense: ReturnedLicense = {
    state,
    license,
    owner: toOwner(row),
    toolName: row.toolName,
    seatsUsed,
    seatsAllowed,
    movesUsed,
    movesAllowed,
  };
  return { machineId: row.machineId, returned: returnedLicense, isMove: toolUsage.company === undefined };
}

/**
 * Returns whether a licence takes a seat (the right to use one PC). A licence of a suspended account takes a seat too.
 */
const takesSeat = (status: ReturnedLicense['license']['status']): boolean =>
  status === 'Active' || status === 'Suspended';
