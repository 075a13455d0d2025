import type { LicenseDetails } from '@basics/contract/license-admin.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { dayOf } from '#server/features/licenses/calendar.ts';
import { licenseOf } from '#server/features/licenses/license-of.ts';
import { statusOf } from '#server/features/licenses/license.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { seconds } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { findHistory, findLicenseInScope, findName, findRevoker } from './license-admin.repository.ts';
import { ownerOf } from './search-licenses.repository.ts';

/** One licence, whole; what is not there or out of scope: RESULTS_NOT_FOUND. */
export async function licenseDetails(
  db: Db,
  viewer: Viewer,
  { licenseId, now }: { licenseId: number; now: number },
): Promise<LicenseDetails> {
  const row = await findLicenseInScope(db, viewer, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  const history = await findHistory(db, row.machine_id);
  const issuer = await findName(db, row.issued_by);
  return {
    ...licenseOf(row, now),
    owner: ownerOf(row),
    licenseUid: row.licence_uid,
    machine: {
      machineId: row.machine_id,
      fingerprint: row.fingerprint,
      firstSeenAt: momentOf(row.first_seen_at),
      releasedAt: row.released_at === null ? null : momentOf(row.released_at),
    },
    verification: { reason: row.verification_reason, createdAt: createdAtOf(row.verification_code) },
    issuedBy: issuer ? nameOf(issuer) : `#${row.issued_by}`,
    overrideReason: row.override_reason,
    revoked: row.revoked_at === null ? null : await revocationOf(db, { ...row, revoked_at: row.revoked_at }),
    replacedAt: row.replaced_at === null ? null : momentOf(row.replaced_at),
    history: history.map((each) => ({
      licenseId: each.id,
      status: statusOf(each, now),
      issuedAt: momentOf(each.issued_at),
      expiryDate: dayOf(each.expires_at),
    })),
  };
}

type Revoked = { id: number; revoked_at: number; revoked_reason: string | null };

async function revocationOf(db: Db, { id, revoked_at: at, revoked_reason: reason }: Revoked) {
  const revoker = await findRevoker(db, id);
  return { at: momentOf(at), by: revoker ? nameOf(revoker) : null, reason: reason ?? '' };
}

const momentOf = (at: number): string => new Date(at).toISOString();

const nameOf = ({
  first_name: first,
  last_name: last,
  login,
}: {
  first_name: string;
  last_name: string;
  login: string;
}) => `${first} ${last}`.trim() || login;

function createdAtOf(verificationCode: string): string {
  const reading = readVerificationCode(verificationCode, nodePrimitives);
  if (!reading.ok) throw new Error('a verification code that brought a licence cannot be read any more');
  return momentOf(seconds(reading.value.claims.createdAt));
}
