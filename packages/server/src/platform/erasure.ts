import type { Trx } from '#server/database/database.ts';
import { eraseRows } from '#server/database/personal/erase-rows.ts';
import { computeColumnsHash } from './audit-hash.ts';
import { deleteAuditValues } from './audit.repository.ts';
import { findExportsNaming } from './erasure.repository.ts';

/**
 * The ids of the entries whose values were deleted; for an entry of format 1 (audit-hash.ts) also the hash of its other columns. The audit
 * entry of the deletion must contain them, otherwise the verification of the chain fails. For this reason, values cannot be deleted without
 * a trace.
 */
export type RemovedValues = readonly (number | readonly [auditId: number, columnsHash: string])[];

/**
 * Erases all personal data of an account, which then has the status `deleted`: what `personalData` declares, the values of audit entries
 * about the person, and the keywords of exports that name the person. The caller must write the result into the audit entry of the
 * deletion.
 */
export async function erasePerson(trx: Trx, personId: number, at: number): Promise<{ removedValues: RemovedValues }> {
  const exportIds = await findExportsNaming(trx, personId);
  await eraseRows(trx, personId, at);
  const auditEntries = await deleteAuditValues(trx, { personId, auditIds: exportIds });
  return {
    removedValues: auditEntries.map((row) => (row.valuesHash === null ? [row.id, computeColumnsHash(row)] : row.id)),
  };
}
