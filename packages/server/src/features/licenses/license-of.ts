import type { License } from '@basics/contract/licenses.ts';
import { parseTexts } from '#server/platform/json-column.ts';
import { formatDay } from './calendar.ts';
import { findLicenseStatus } from './license.ts';
import type { LicenseRow } from './licenses.repository.ts';

/** Converts a licence to the format of the API, with its status at `now` (Unix milliseconds). */
export function toLicense(row: LicenseRow, now: number): License {
  return {
    licenseId: row.id,
    userId: row.userId,
    licenseCode: row.licenceCode,
    expiryDate: formatDay(row.expiresAt),
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
