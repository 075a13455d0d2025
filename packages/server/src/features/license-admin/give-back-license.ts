import type { Body } from '@basics/contract/endpoint.ts';
import type { licenseAdmin, ReturnedLicense } from '@basics/contract/license-admin.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readReturnCode } from '@basics/licensing/return-code.ts';
import type { ReturnClaims } from '@basics/licensing/return-code.ts';
import { lockUser } from '#server/database/database.ts';
import type { Database, Db } from '#server/database/database.ts';
import { toLicense } from '#server/features/licenses/license-of.ts';
import { releaseMachine } from '#server/features/licenses/licenses.repository.ts';
import { requireOverrideReason } from '#server/features/licenses/override.ts';
import { toCodeProblem } from '#server/features/licenses/refusal.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { problem, problemWith } from '#server/platform/problem.ts';
import { findLicenseToReturn, insertRelease, markLicenseRevoked } from './license-admin.repository.ts';
import { findStandings } from './standing.ts';
import { toOwner } from './search-licenses.repository.ts';

type GivingBack = { database: Database; actor: Actor; at: number; requestId: string };

/**
 * Frees the seat of the PC whose tool removed its licence, and revokes the licence, so that a copy of it ends. It counts as a move: a return code
 * is not signed and proves nothing. The same code gives the same answer.
 */
export async function giveBackLicense(
  { database, actor, at, requestId }: GivingBack,
  { returnCode, preview, overrideReason: given }: Body<typeof licenseAdmin.giveBack>,
): Promise<ReturnedLicense> {
  const reading = readReturnCode(returnCode, nodePrimitives);
  if (!reading.ok) throw toCodeProblem(reading.refusal);
  const asked = { actor, claims: reading.value.claims, at };
  const first = await findReturn(database.kysely, asked);
  if (preview === true || first.returned.state !== 'active') return first.returned;
  const { userId, licenseId } = first.returned.license;
  const overrideReason = requireOverrideReason(actor, userId, given);
  return database.transact(async (trx) => {
    // Locked, because issuing counts the seats and moves of the owner at the same time.
    await lockUser(trx, userId);
    const { machineId, returned } = await findReturn(trx, asked);
    if (returned.state !== 'active') return returned;
    const { movesUsed, movesAllowed: allowed } = returned;
    if (movesUsed >= allowed && overrideReason === null) throw problemWith('MOVE_LIMIT', { allowed });
    await markLicenseRevoked(trx, { licenseId, userId }, { reason: 'basics return', at });
    await releaseMachine(trx, machineId, at);
    const released = { machineId, userId, toolId: returned.license.tool, at, releasedBy: actor.userId, licenseId };
    await insertRelease(trx, { ...released, overrideReason });
    const after = await findReturn(trx, asked);
    await recordAudit(trx, {
      at,
      actorId: actor.userId,
      requestId,
      action: 'license.return',
      subject: { kind: 'license', id: licenseId, personId: userId },
      after: { userId, machineId, overrideReason },
    });
    return after.returned;
  });
}

type ReturnQuery = { actor: Actor; claims: ReturnClaims; at: number };

/** The licence of a return code. Throws RETURN_NOT_FOUND where there is none in scope, RETURN_REPLACED if its PC has a newer one. */
async function findReturn(db: Db, { actor, claims, at }: ReturnQuery) {
  const row = await findLicenseToReturn(db, actor, { licenceUid: claims.licenceId, toolCode: claims.toolId });
  if (!row) throw problem('RETURN_NOT_FOUND');
  if (row.replacedBy !== null) throw problemWith('RETURN_REPLACED', { machine: row.machineName });
  const license = toLicense(row, at);
  const standings = await findStandings(db, { userId: row.userId, now: at });
  const standing = standings.find(({ tool }) => tool === row.toolId);
  if (!standing) throw new Error('a tool with a licence has no standing');
  const { seatsUsed, seatsAllowed, movesUsed, movesAllowed } = standing;
  const state = row.isReturned ? 'returned' : isRunning(license.status) ? 'active' : 'ended';
  const returned: ReturnedLicense = {
    state,
    license,
    owner: toOwner(row),
    toolName: row.toolName,
    seatsUsed,
    seatsAllowed,
    movesUsed,
    movesAllowed,
  };
  return { machineId: row.machineId, returned };
}

/** A licence of a suspended account still takes its seat. */
const isRunning = (status: ReturnedLicense['license']['status']): boolean =>
  status === 'Active' || status === 'Suspended';
