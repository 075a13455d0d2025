import type { Trx } from '#server/database/database.ts';
import { eraseRows } from '#server/database/personal/erase-rows.ts';
import { columnsHashOf } from './audit-hash.ts';
import { deleteAuditValues } from './audit.repository.ts';
import { findExportsNaming } from './erasure.repository.ts';

/**
 * The entries whose values were deleted, by their ids; an entry of format 1 (audit-hash.ts) with the hash of its other columns. The audit entry
 * of the deletion contains them, or else the chain is broken: nobody deletes values without a trace.
 */
export type RemovedValues = readonly (number | readonly [auditId: number, columnsHash: string])[];

/**
 * Erases all personal data of an account, which then has the status `deleted`: what `personalData` declares, the values of audit entries
 * about the person, and the keywords of exports that name the person. The result belongs into the audit entry of the deletion.
 */
export async function erasePerson(trx: Trx, personId: number, at: number): Promise<{ removedValues: RemovedValues }> {
  const named = await findExportsNaming(trx, personId);
  await eraseRows(trx, personId, at);
  const entries = await deleteAuditValues(trx, { personId, auditIds: named });
  return { removedValues: entries.map((row) => (row.valuesHash === null ? [row.id, columnsHashOf(row)] : row.id)) };
}
