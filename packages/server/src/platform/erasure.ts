import type { Trx } from '#server/database/database.ts';
import { eraseRows } from '#server/database/personal/erase-rows.ts';
import { computeColumnsHash } from './audit-hash.ts';
import { deleteAuditValues } from './audit.repository.ts';
import { findExportsNaming } from './erasure.repository.ts';

/**
 * The ids of the audit entries whose values were deleted. For an entry of format 1 (audit-hash.ts), the list also has the hash of its other
 * columns. The audit entry of the deletion must contain this list, otherwise the verification of the audit log fails. So nobody can delete
 * values from the audit log without a trace.
 */
export type RemovedValues = readonly (number | readonly [auditId: number, columnsHash: string])[];

/**
 * Erases all personal data of an account, which then has the status `deleted`. Personal data are what `personalData` declares, the values
 * of audit entries about the person, and the search words of audit entries about exports if they name the person. The caller must write the
 * result into the audit entry of the deletion.
 */
export async function erasePerson(trx: Trx, personId: number, at: number): Promise<{ removedValues: RemovedValues }> {
  const exportIds = await findExportsNaming(trx, personId);
  await eraseRows(trx, personId, at);
  const auditEntries = await deleteAuditValues(trx, { personId, auditIds: exportIds });
  return {
    removedValues: auditEntries.map((row) => (row.valuesHash === null ? [row.id, computeColumnsHash(row)] : row.id)),
  };
}
