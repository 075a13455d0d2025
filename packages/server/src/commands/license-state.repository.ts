import type { Db } from '#server/database/database.ts';

export type LicenseState = 'valid' | 'revoked' | 'replaced' | 'unknown';

/** What this database knows about a licence by its id of 16 hex digits. */
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
