import type { Trx } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

export const insertUsers = (trx: Trx, rows: readonly NewRow<'users'>[]): Promise<{ id: number; login: string }[]> =>
  trx.insertInto('users').values(rows).returning(['id', 'login']).execute();

export async function insertHistory(trx: Trx, rows: readonly NewRow<'user_history'>[]): Promise<void> {
  await trx.insertInto('user_history').values(rows).execute();
}

export async function insertAssignments(trx: Trx, rows: readonly NewRow<'country_brand_salesmen'>[]): Promise<void> {
  await trx.insertInto('country_brand_salesmen').values(rows).execute();
}

export async function insertRequestedTools(trx: Trx, rows: readonly NewRow<'requested_tools'>[]): Promise<void> {
  await trx.insertInto('requested_tools').values(rows).execute();
}

export async function insertGrants(trx: Trx, rows: readonly NewRow<'tool_grants'>[]): Promise<void> {
  await trx.insertInto('tool_grants').values(rows).execute();
}

export async function insertHelpRequests(trx: Trx, rows: readonly NewRow<'help_requests'>[]): Promise<void> {
  await trx.insertInto('help_requests').values(rows).execute();
}

export async function insertReleaseNotes(trx: Trx, rows: readonly NewRow<'release_notes'>[]): Promise<void> {
  await trx.insertInto('release_notes').values(rows).execute();
}

export async function suspendUser(trx: Trx, id: number, { at, by }: { at: number; by: number }): Promise<void> {
  await trx
    .updateTable('users')
    .set({ status: 'suspended', decided_at: at, decided_by: by, version: 2 })
    .where('id', '=', id)
    .execute();
}

/** Revokes the licence of a verification code, by the hash of the code; returns the id of the licence. */
export async function revokeLicense(
  trx: Trx,
  verificationHash: string,
  { at, reason }: { at: number; reason: string },
): Promise<number> {
  const { id } = await trx
    .updateTable('licenses')
    .set({ revoked_at: at, revoked_reason: reason })
    .where('verification_hash', '=', verificationHash)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
