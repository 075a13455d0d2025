import type { Db } from '../database/foundation.ts';

export type LicenseState = 'valid' | 'revoked' | 'replaced' | 'unknown';

/** Finds the state of a licence in this database by its id of 16 hex digits. */
export async function findLicenseState(db: Db, licenceUid: string): Promise<LicenseState> {
  const row = await db
    .selectFrom('licenses')
    .select(['revokedAt', 'replacedAt'])
    .where('licenceUid', '=', licenceUid)
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (row.revokedAt !== null) return 'revoked';
  return row.replacedAt === null ? 'valid' : 'replaced';
}
