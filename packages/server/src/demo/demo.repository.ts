import type { Trx } from '../database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

export const insertUsers = (trx: Trx, rows: readonly NewRow<'users'>[]): Promise<{ id: number; login: string }[]> =>
  trx.insertInto('users').values(rows).returning(['id', 'login']).execute();

export async function insertHistory(trx: Trx, rows: readonly NewRow<'userHistory'>[]): Promise<void> {
  await trx.insertInto('userHistory').values(rows).execute();
}

export async function insertAssignments(trx: Trx, rows: readonly NewRow<'countryBrandSalesmen'>[]): Promise<void> {
  await trx.insertInto('countryBrandSalesmen').values(rows).execute();
}

export async function insertRequestedTools(trx: Trx, rows: readonly NewRow<'requestedTools'>[]): Promise<void> {
  await trx.insertInto('requestedTools').values(rows).execute();
}

export async function insertGrants(trx: Trx, rows: readonly NewRow<'toolGrants'>[]): Promise<void> {
  await trx.insertInto('toolGrants').values(rows).execute();
}

export async function insertHelpRequests(trx: Trx, rows: readonly NewRow<'helpRequests'>[]): Promise<void> {
  await trx.insertInto('helpRequests').values(rows).execute();
}

export const insertReleaseNotes = (trx: Trx, rows: readonly NewRow<'releaseNotes'>[]) =>
  trx.insertInto('releaseNotes').values(rows).returning(['id', 'title', 'version', 'description']).execute();

export async function suspendUser(trx: Trx, id: number, { at, by }: { at: number; by: number }): Promise<void> {
  await trx
    .updateTable('users')
    .set({ status: 'suspended', decidedAt: at, decidedBy: by, version: 2 })
    .where('id', '=', id)
    .execute();
}

/** Revokes the licence of a verification code, by the hash of the code; returns the id of the licence. */
export async function revokeLicense(
  trx: Trx,
  verificationHash: string,
  { at, reason }: { at: number; reason: string },
): Promise<{ id: number; userId: number }> {
  return trx
    .updateTable('licenses')
    .set({ revokedAt: at, revokedReason: reason })
    .where('verificationHash', '=', verificationHash)
    .returning(['id', 'userId'])
    .executeTakeFirstOrThrow();
}

/** Marks the licence of a verification code as installed at `at`. */
export async function markInstalled(trx: Trx, verificationHash: string, at: number): Promise<void> {
  await trx.updateTable('licenses').set({ installedAt: at }).where('verificationHash', '=', verificationHash).execute();
}
