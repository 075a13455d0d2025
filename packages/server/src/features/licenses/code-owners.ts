import type { CodeOwner, LicensePreview } from '@basics/contract/licenses.ts';
import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { findToolByCode } from '#server/features/tools/tools.repository.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { hashVerificationCode } from './code-hash.ts';
import { findAskers, findSimilarMachines } from './code-owners.repository.ts';
import type { OwnerRow } from './code-owners.repository.ts';
import type { LicenseContextInput } from './license-context.ts';
import { findOwner } from './licenses.repository.ts';

/**
 * Adds who can get the licence, when staff check a code for themselves: the customers who have this PC, those who asked for help with
 * the code, and the actor. Adds nothing if there is no such customer, or if the actor is not staff.
 */
export async function addCodeOwners(
  db: Db,
  actor: Actor,
  asked: LicenseContextInput,
  preview: LicensePreview,
): Promise<LicensePreview> {
  if (actor.userId !== asked.userId || !actor.permissions.includes('users.view')) return preview;
  const owners = await findCodeOwners(db, actor, asked.request);
  return owners.some(({ userId }) => userId !== actor.userId) ? { ...preview, owners } : preview;
}

async function findCodeOwners(db: Db, actor: Actor, request: VerificationCode): Promise<CodeOwner[]> {
  const tool = await findToolByCode(db, request.claims.toolId);
  if (!tool) return [];
  const fingerprint = bytesToHex(request.claims.fingerprint);
  const machines = await findSimilarMachines(db, actor, { toolId: tool.id, fingerprint });
  const known = machines.filter(
    ({ anchor }) => relateFingerprints(hexToBytes(anchor), request.claims.fingerprint) !== 'different',
  );
  const owners = new Map<number, CodeOwner>();
  const add = (rows: readonly OwnerRow[], why: CodeOwner['why']): void => {
    for (const row of rows) if (!owners.has(row.id)) owners.set(row.id, toCodeOwner(row, why));
  };
  add(known, 'knownPc');
  add(await findAskers(db, actor, hashVerificationCode(request)), 'openQuestion');
  const own = owners.get(actor.userId);
  owners.delete(actor.userId);
  const self = await findOwner(db, actor.userId);
  return [...owners.values(), ...(own ? [own] : self ? [toCodeOwner(self, 'self')] : [])];
}

const toCodeOwner = ({ id, login, firstName, lastName, company }: OwnerRow, why: CodeOwner['why']): CodeOwner => ({
  userId: id,
  name: `${firstName} ${lastName}`.trim() || login,
  company: company ?? '',
  why,
});
