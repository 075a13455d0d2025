import type { LicenseDetails, LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/foundation.ts';
import { countPartChanges, findLicenseStatus } from '#server/features/licenses/license.ts';
import { createLicenseFileName, toLicense } from '#server/features/licenses/read-license.ts';
import { findRenewalOutlook } from '#server/features/licenses/renew/renewability.ts';
import { findRenewalFacts } from '#server/features/licenses/renew/renewals.repository.ts';
import { findPartHistory } from '#server/features/licenses/seats/machine-parts.repository.ts';
import { describeMailError } from '#server/mail/delivery/mail-fault.ts';
import { days, seconds, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import {
  findCurrentLicense,
  findDelivery,
  findLicenseHistory,
  findLicenseInScope,
  findRenewedLicense,
  findUserName,
  findRevoker,
} from './license-admin.repository.ts';
import { toOwner } from './search-licenses.repository.ts';

type ReadContext = Pick<CallContext, 'db' | 'actor' | 'at'>;

/** Finds one licence with all its data. Throws RESULTS_NOT_FOUND if the licence is missing or out of the actor's scope. */
export async function findLicenseDetails(
  { db, actor, at: now }: ReadContext,
  licenseId: number,
): Promise<LicenseDetails> {
  const row = await findLicenseInScope(db, actor, licenseId);
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
      expiryDate: toUtcDay(license.expiresAt),
    })),
  };
}

/** Finds what the page of a licence shows. Throws RESULTS_NOT_FOUND if the licence is missing or out of the actor's scope. */
export async function findLicenseOverview(
  { db, actor, at: now }: ReadContext,
  licenseId: number,
): Promise<LicenseOverview> {
  const row = await findLicenseInScope(db, actor, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  const [renewalFacts] = await findRenewalFacts(db, [licenseId]);
  const renewalOutlook = renewalFacts && findRenewalOutlook(renewalFacts, now);
  const earlierLicense = await findRenewedLicense(db, row);
  const isRenewal = earlierLicense !== undefined && earlierLicense.expiresAt < row.expiresAt;
  const current = await findCurrentLicense(db, row);
  return {
    ...toLicense(row, now),
    ownerName: formatName(row),
    toolName: renewalFacts?.tool ?? row.toolId,
    fileName: createLicenseFileName(row),
    renewedFrom: isRenewal ? toUtcDay(earlierLicense.expiresAt) : null,
    acceptedUntil: toUtcDay(row.expiresAt + days(row.graceDays)),
    renewalOpens: renewalOutlook?.opensAt == null ? null : toIsoTime(renewalOutlook.opensAt),
    grantEndsOn: renewalOutlook?.grantEndsOn ?? null,
    ended: await findEnd(db, row, actor.permissions.includes('users.view')),
    current: current === undefined || current.licenseId === licenseId ? null : current,
  };
}

type LicenseInScope = NonNullable<Awaited<ReturnType<typeof findLicenseInScope>>>;

/** Finds how a licence ended before it expired; null if it did not. Staff also get who revoked it and why. */
async function findEnd(db: Db, row: LicenseInScope, isForStaff: boolean): Promise<LicenseOverview['ended']> {
  const { revokedAt, replacedAt, replacedBy } = row;
  if (revokedAt !== null) {
    if (row.isReturned) return { how: 'returned', at: toIsoTime(revokedAt) };
    const { at, by, reason } = await findRevocation(db, { ...row, revokedAt });
    return { how: 'revoked', at, ...(isForStaff && { reason, ...(by !== null && { by }) }) };
  }
  if (replacedAt === null) return null;
  return { how: replacedBy === null ? 'removed' : 'replaced', at: toIsoTime(replacedAt) };
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

function readCreationTime(verificationCode: string): string | null {
  const readResult = readVerificationCode(verificationCode, nodePrimitives);
  return readResult.ok ? toIsoTime(seconds(readResult.value.claims.createdAt)) : null;
}
