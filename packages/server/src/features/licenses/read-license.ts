import type { FileReply, Query, Reply } from '@basics/contract/calls/endpoint.ts';
import type { License, licenses } from '@basics/contract/licenses/licenses.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { parseTexts } from '#server/database/columns.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { findLicenseStatus, findGrantState } from './license.ts';
import { findLicense, findLicenseFile, findLicenses, storeInstalledAt, findOwner } from './licenses.repository.ts';
import type { LicenseRow } from './licenses.repository.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { nameAddOns } from '#server/features/tools/add-ons.ts';
import { findAllGrants, findConfigTools } from '#server/features/tools/tools.repository.ts';

type ReadContext = Pick<CallContext, 'db' | 'actor' | 'at'>;
type WriteContext = ReadContext & Pick<CallContext, 'database' | 'origin'>;

/** Lists the licences of a user in the actor's scope. Throws USER_NOT_FOUND. */
export async function listLicenses(
  { db, actor, at }: ReadContext,
  userId: number,
  query: Query<typeof licenses.list>,
): Promise<Reply<typeof licenses.list>> {
  await requireInScope(db, actor, userId, 'licences');
  const page = await findLicenses(db, userId, { ...query, now: at });
  return { ...page, items: page.items.map((row) => toLicense(row, at)) };
}

/** Reads a licence of a user in the actor's scope. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND. */
export async function readLicense({ db, actor, at }: ReadContext, userId: number, licenseId: number): Promise<License> {
  await requireInScope(db, actor, userId, 'issuing');
  const row = await findLicense(db, userId, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toLicense(row, at);
}

type Installation = { id: number; licenseId: number; isInstalled: boolean };

/** Stores whether a valid licence is installed on its PC. A repeated call changes nothing. */
export async function setInstalled(
  context: WriteContext,
  { id: userId, licenseId, isInstalled }: Installation,
): Promise<License> {
  await requireInScope(context.db, context.actor, userId, 'licences');
  const license = await readLicense(context, userId, licenseId);
  if (license.status !== 'Active') throw problem('LICENSE_ENDED');
  return context.database.transact(async (trx) => {
    if (await storeInstalledAt(trx, licenseId, isInstalled ? context.at : null))
      await recordAction(trx, context, {
        action: 'license.confirmInstalled',
        subject: { kind: 'license', id: licenseId, personId: userId },
        after: { isInstalled },
      });
    return readLicense({ ...context, db: trx }, userId, licenseId);
  });
}

/** Returns the bytes that were stored when the licence was issued, and writes the download to the audit log. */
export async function downloadLicense(
  context: Omit<WriteContext, 'db'>,
  userId: number,
  licenseId: number,
): Promise<FileReply> {
  const { database, actor } = context;
  await requireInScope(database.kysely, actor, userId, 'issuing');
  const row = await findLicenseFile(database.kysely, userId, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  const auditSubject = { kind: 'license', id: licenseId, personId: userId } as const;
  await database.transact((trx) => recordAction(trx, context, { action: 'license.download', subject: auditSubject }));
  return {
    bytes: new TextEncoder().encode(row.licenceFile),
    name: createLicenseFileName(row),
    type: 'application/vnd.basics.licence',
  };
}

/** Converts a licence to the format of the API, with its status at `now` (Unix milliseconds). */
export function toLicense(row: LicenseRow, now: number): License {
  return {
    licenseId: row.id,
    userId: row.userId,
    licenseCode: row.licenceCode,
    expiryDate: toUtcDay(row.expiresAt),
    status: findLicenseStatus(row, now),
    verificationCode: row.verificationCode,
    machineName: row.machineName,
    version: row.toolVersion,
    tool: row.toolId,
    brand: row.brandId,
    configTools: parseTexts(row.configTools),
    issuedAt: new Date(row.issuedAt).toISOString(),
    mail: row.mailState,
    ...(row.isBridge === 1 && { bridge: true }),
    ...(row.installedAt !== null && { installedAt: new Date(row.installedAt).toISOString() }),
  };
}

/**
 * Creates the name `Basics_{brand}_{machine}_{expiry}.lic`. Characters that are unsafe in file names or headers are
 * replaced by a hyphen or removed.
 */
export function createLicenseFileName(licence: { brandId: string; machineName: string; expiresAt: number }): string {
  const machine =
    licence.machineName
      .normalize('NFKC')
      .slice(0, 64)
      .toWellFormed()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '') || 'PC';
  return `Basics_${licence.brandId}_${machine}_${toUtcDay(licence.expiresAt)}.lic`;
}

/**
 * Finds the tools that a user in the actor's scope may use now, later, or no longer, and the user's salesmen. Throws USER_NOT_FOUND.
 */
export async function findEntitlements(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
): Promise<Reply<typeof licenses.entitlements>> {
  await requireInScope(db, actor, userId, 'licences');
  const owner = await findOwner(db, userId);
  if (!owner) throw problem('USER_NOT_FOUND');
  const addOns = await findConfigTools(db);
  const { by, people } = await findCaretakers(db, owner, at);
  const salesmen = by === 'salesmen' ? people : [];
  return {
    company: owner.company,
    caretakers: {
      by,
      names: salesmen.map(({ firstName, lastName, login }) => `${firstName} ${lastName}`.trim() || login),
    },
    items: (await findAllGrants(db, userId, toUtcDay(at))).map((grant) => ({
      tool: grant.toolId,
      toolName: grant.toolName,
      brand: grant.brandId,
      brandName: grant.brandName,
      addOns: nameAddOns(grant.configTools, addOns),
      validFrom: grant.validFrom,
      validTo: grant.validTo,
      state: findGrantState(grant, toUtcDay(at)),
    })),
  };
}
