import type { License } from '@basics/contract/licenses.ts';
import { dayOf } from './calendar.ts';
import { statusOf } from './license.ts';
import type { LicenseRow } from './licenses.repository.ts';

/** Returns a licence in the format of the API, at this moment (Unix milliseconds). */
export function licenseOf(row: LicenseRow, now: number): License {
  return {
    licenseId: row.id,
    userId: row.userId,
    licenseCode: row.licenceCode,
    expiryDate: dayOf(row.expiresAt),
    status: statusOf(row, now),
    verificationCode: row.verificationCode,
    machineName: row.machineName,
    version: row.toolVersion,
    tool: row.toolId,
    brand: row.brandId,
    issuedAt: new Date(row.issuedAt).toISOString(),
    mail: row.mailState,
  };
}
