import type { CodeOwner, LicensePreview } from '@basics/contract/licenses.ts';
import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { findToolByCode } from '#server/features/tools/tools.repository.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { hashVerificationCode } from './code-hash.ts';
import { findHelpRequesters, findSimilarMachines, hasCustomers } from './code-owners.repository.ts';
import type { OwnerRow } from './code-owners.repository.ts';
import type { LicenseContextInput } from './license-context.ts';
import { findOwner } from './licenses.repository.ts';

/**
 * Adds to a preview the users for whom staff may issue the licence: the customers who have this PC, those who asked for help with
 * the code, and the actor. Adds nothing if only the actor has this PC, or if the actor can issue licences for nobody else.
 */
export async function addCodeOwners(
  db: Db,
  actor: Actor,
  input: LicenseContextInput,
  preview: LicensePreview,
): Promise<LicensePreview> {
  if (actor.userId !== input.userId || !actor.permissions.includes('users.view')) return preview;
  const owners = await findCodeOwners(db, actor, input.request);
  const isActorOnlyOwner = owners.every(({ userId, why }) => userId === actor.userId && why !== 'self');
  if (isActorOnlyOwner || !(await hasCustomers(db, actor))) return preview;
  return { ...preview, owners };
}

async function findCodeOwners(db: Db, actor: Actor, request: VerificationCode): Promise<CodeOwner[]> {
  const tool = await findToolByCode(db, request.claims.toolId);
  if (!tool) return [];
  const fingerprint = bytesToHex(request.claims.fingerprint);
  const machines = await findSimilarMachines(db, actor, { toolId: tool.id, fingerprint });
  const samePcMachines = machines.filter(
    ({ anchor }) => relateFingerprints(hexToBytes(anchor), request.claims.fingerprint) !== 'different',
  );
  const owners = new Map<number, CodeOwner>();
  const addOwners = (rows: readonly OwnerRow[], why: CodeOwner['why']): void => {
    for (const row of rows) if (!owners.has(row.id)) owners.set(row.id, toCodeOwner(row, why));
  };
  addOwners(samePcMachines, 'knownPc');
  addOwners(await findHelpRequesters(db, actor, hashVerificationCode(request)), 'openQuestion');
  const actorAsOwner = owners.get(actor.userId);
  owners.delete(actor.userId);
  const actorRow = await findOwner(db, actor.userId);
  return [...owners.values(), ...(actorAsOwner ? [actorAsOwner] : actorRow ? [toCodeOwner(actorRow, 'self')] : [])];
}

const toCodeOwner = ({ id, login, firstName, lastName, company }: OwnerRow, why: CodeOwner['why']): CodeOwner => ({
  userId: id,
  name: `${firstName} ${lastName}`.trim() || login,
  company: company ?? '',
  why,
});
