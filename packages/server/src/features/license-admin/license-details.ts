import type { LicenseDetails } from '@basics/contract/license-admin.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { formatDay } from '#server/features/licenses/calendar.ts';
import { toLicense } from '#server/features/licenses/license-of.ts';
import { findLicenseStatus } from '#server/features/licenses/license.ts';
import { countPartChanges } from '#server/features/licenses/part-changes.ts';
import { findPartHistory } from '#server/features/licenses/seats.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { describeMailError } from '#server/mail/mail-fault.ts';
import { seconds } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import {
  findDelivery,
  findLicenseHistory,
  findLicenseInScope,
  findUserName,
  findRevoker,
} from './license-admin.repository.ts';
import { toOwner } from './search-licenses.repository.ts';

/** Finds one licence with all its data. Throws RESULTS_NOT_FOUND if the licence is missing or out of the viewer's scope. */
export async function findLicenseDetails(
  db: Db,
  viewer: Viewer,
  { licenseId, now }: { licenseId: number; now: number },
): Promise<LicenseDetails> {
  const row = await findLicenseInScope(db, viewer, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  const history = await findLicenseHistory(db, row.machineId);
  const pcParts = await findPartHistory(db, row.machineId);
  const issuer = await findUserName(db, row.issuedBy);
  return {
    ...toLicense(row, now),
    owner: toOwner(row),
    licenseUid: row.licenceUid,
    machine: {
      machineId: row.machineId,
      fingerprint: row.fingerprint,
      firstSeenAt: toIsoTime(row.firstSeenAt),
      releasedAt: row.releasedAt === null ? null : toIsoTime(row.releasedAt),
      partChanges: countPartChanges(
        pcParts.map(({ at }) => at),
        now,
      ),
      parts: pcParts.map(({ at, fingerprint }) => ({ at: toIsoTime(at), fingerprint })),
    },
    verification: { reason: row.verificationReason, createdAt: readCreationTime(row.verificationCode) },
    issuedBy: issuer ? formatName(issuer) : `#${row.issuedBy}`,
    ...toDelivery(await findDelivery(db, row)),
    overrideReason: row.overrideReason,
    revoked: row.revokedAt === null ? null : await findRevocation(db, { ...row, revokedAt: row.revokedAt }),
    replacedAt: row.replacedAt === null ? null : toIsoTime(row.replacedAt),
    history: history.map((license) => ({
      licenseId: license.id,
      status: findLicenseStatus({ ...license, ownerStatus: row.ownerStatus }, now),
      issuedAt: toIsoTime(license.issuedAt),
      expiryDate: formatDay(license.expiresAt),
    })),
  };
}

function toDelivery(deliveryRow: Awaited<ReturnType<typeof findDelivery>>): Pick<LicenseDetails, 'delivery'> {
  if (!deliveryRow) return {};
  const { createdAt, error, lastSeenAt } = deliveryRow;
  const wasSeenAfterDelivery = lastSeenAt !== null && lastSeenAt > createdAt;
  return {
    delivery: {
      at: toIsoTime(createdAt),
      error: describeMailError(error),
      openedSince: wasSeenAfterDelivery ? toIsoTime(lastSeenAt) : null,
    },
  };
}

type RevokedLicense = { id: number; revokedAt: number; revokedReason: string | null };

async function findRevocation(db: Db, { id, revokedAt: at, revokedReason: reason }: RevokedLicense) {
  const revoker = await findRevoker(db, id);
  return { at: toIsoTime(at), by: revoker ? formatName(revoker) : null, reason: reason ?? '' };
}

const toIsoTime = (at: number): string => new Date(at).toISOString();

const formatName = ({ firstName, lastName, login }: { firstName: string; lastName: string; login: string }) =>
  `${firstName} ${lastName}`.trim() || login;

function readCreationTime(verificationCode: string): string {
  const readResult = readVerificationCode(verificationCode, nodePrimitives);
  if (!readResult.ok) throw new Error('a verification code that brought a licence cannot be read any more');
  return toIsoTime(seconds(readResult.value.claims.createdAt));
}
