import type { Trx } from '#server/database/database.ts';
import { eraseRows } from '#server/database/personal/erase-rows.ts';
import { deleteAuditValues } from './audit.repository.ts';
import { findExportsNaming } from './erasure.repository.ts';

/**
 * Erases all personal data of an account, which then has the status `deleted`. Personal data are what `personalData` declares, the values
 * of audit entries about the person, and the search words of audit entries about exports if they name the person. Returns the ids of the
 * audit entries whose values were deleted. The caller must write them into the audit entry of the deletion, otherwise the verification of
 * the audit log fails: nobody can delete values from the audit log without a trace.
 */
export async function erasePerson(
  trx: Trx,
  personId: number,
  at: number,
): Promise<{ removedValues: readonly number[] }> {
  const exportIds = await findExportsNaming(trx, personId);
  await eraseRows(trx, personId, at);
  return { removedValues: await deleteAuditValues(trx, { personId, auditIds: exportIds }) };
}
