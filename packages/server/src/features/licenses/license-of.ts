import type { License } from '@basics/contract/licenses.ts';
import { dayOf } from './calendar.ts';
import { statusOf } from './license.ts';
import type { LicenseRow } from './licenses.repository.ts';

/** A licence as the wire tells it, at this moment (Unix milliseconds). */
export function licenseOf(row: LicenseRow, now: number): License {
  return {
    licenseId: row.id,
    userId: row.user_id,
    licenseCode: row.licence_code,
    expiryDate: dayOf(row.expires_at),
    status: statusOf(row, now),
    verificationCode: row.verification_code,
    machineName: row.machine_name,
    version: row.tool_version,
    tool: row.tool_id,
    brand: row.brand_id,
    issuedAt: new Date(row.issued_at).toISOString(),
    mail: row.mail_state,
  };
}
