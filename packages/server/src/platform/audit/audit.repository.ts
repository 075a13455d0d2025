import { sql } from 'kysely';
import type { Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

/** The id of the only row of `audit_head`, which contains the hash of the newest audit entry. */
export const auditHeadId = 1;

/** Locks the row of `audit_head` until the transaction ends, and returns the hash of the newest audit entry. */
export async function lockAuditHead(trx: Trx): Promise<string> {
  const { hash } = await trx
    .selectFrom('auditHead')
    .select('hash')
    .where('id', '=', auditHeadId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return hash;
}

export async function writeAuditHead(trx: Trx, hash: string): Promise<void> {
  await trx.updateTable('auditHead').set({ hash }).where('id', '=', auditHeadId).execute();
}

export const insertAuditRows = (trx: Trx, rows: readonly NewRow<'audit'>[]) =>
  trx.insertInto('audit').values(rows).returningAll().execute();

export async function insertAuditChain(trx: Trx, rows: readonly NewRow<'auditChain'>[]): Promise<void> {
  await trx.insertInto('auditChain').values(rows).execute();
}

export async function insertAuditValues(trx: Trx, rows: readonly NewRow<'auditValues'>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('auditValues').values(rows).execute();
}

/** Whether values may be shown. The values of entries about a person in the bin return with the person, and are not shown until then. */
export const areValuesShown = sql<boolean>`not exists
  (select 1 from deleted_users where deleted_users.user_id = audit_values.person_id)`;

/**
 * Deletes the values of all audit entries about a person (none if null), and of the entries `auditIds`. Returns the ids of
 * the entries whose values were deleted, in order.
 */
export async function deleteAuditValues(
  trx: Trx,
  { personId, auditIds }: { personId: number | null; auditIds: readonly number[] },
): Promise<number[]> {
  const deletedRows = await trx
    .deleteFrom('auditValues')
    .where((where) =>
      where.or([
        ...(personId === null ? [] : [where('personId', '=', personId)]),
        ...(auditIds.length > 0 ? [where('auditId', 'in', auditIds)] : []),
      ]),
    )
    .returning('auditId')
    .execute();
  return deletedRows.map(({ auditId }) => auditId).toSorted((a, b) => a - b);
}
