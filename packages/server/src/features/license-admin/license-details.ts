import type { LicenseDetails } from '@basics/contract/license-admin.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { dayOf } from '#server/features/licenses/calendar.ts';
import { licenseOf } from '#server/features/licenses/license-of.ts';
import { statusOf } from '#server/features/licenses/license.ts';
import { countChanges } from '#server/features/licenses/part-changes.ts';
import { findParts } from '#server/features/licenses/seats.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { seconds } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { findHistory, findLicenseInScope, findName, findRevoker } from './license-admin.repository.ts';
import { ownerOf } from './search-licenses.repository.ts';

/** One licence with all its data. Throws RESULTS_NOT_FOUND if it is missing or out of scope. */
export async function licenseDetails(
  db: Db,
  viewer: Viewer,
  { licenseId, now }: { licenseId: number; now: number },
): Promise<LicenseDetails> {
  const row = await findLicenseInScope(db, viewer, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  const history = await findHistory(db, row.machineId);
  const parts = await findParts(db, row.machineId);
  const issuer = await findName(db, row.issuedBy);
  return {
    ...licenseOf(row, now),
    owner: ownerOf(row),
    licenseUid: row.licenceUid,
    machine: {
      machineId: row.machineId,
      fingerprint: row.fingerprint,
      firstSeenAt: momentOf(row.firstSeenAt),
      releasedAt: row.releasedAt === null ? null : momentOf(row.releasedAt),
      partChanges: countChanges(
        parts.map(({ at }) => at),
        now,
      ),
      parts: parts.map(({ at, fingerprint }) => ({ at: momentOf(at), fingerprint })),
    },
    verification: { reason: row.verificationReason, createdAt: createdAtOf(row.verificationCode) },
    issuedBy: issuer ? nameOf(issuer) : `#${row.issuedBy}`,
    overrideReason: row.overrideReason,
    revoked: row.revokedAt === null ? null : await revocationOf(db, { ...row, revokedAt: row.revokedAt }),
    replacedAt: row.replacedAt === null ? null : momentOf(row.replacedAt),
    history: history.map((each) => ({
      licenseId: each.id,
      status: statusOf(each, now),
      issuedAt: momentOf(each.issuedAt),
      expiryDate: dayOf(each.expiresAt),
    })),
  };
}

type Revoked = { id: number; revokedAt: number; revokedReason: string | null };

async function revocationOf(db: Db, { id, revokedAt: at, revokedReason: reason }: Revoked) {
  const revoker = await findRevoker(db, id);
  return { at: momentOf(at), by: revoker ? nameOf(revoker) : null, reason: reason ?? '' };
}

const momentOf = (at: number): string => new Date(at).toISOString();

const nameOf = ({ firstName: first, lastName: last, login }: { firstName: string; lastName: string; login: string }) =>
  `${first} ${last}`.trim() || login;

function createdAtOf(verificationCode: string): string {
  const reading = readVerificationCode(verificationCode, nodePrimitives);
  if (!reading.ok) throw new Error('a verification code that brought a licence cannot be read any more');
  return momentOf(seconds(reading.value.claims.createdAt));
}
