import type { Row } from '#server/database/schema.ts';
import { computeAuditHash, emptyAuditValues, computeValuesHash } from '#server/platform/audit-hash.ts';
import type { AuditValues } from '#server/platform/audit-hash.ts';

export type EntryWithValues = { entry: Row<'audit'>; values: AuditValues | null };

/** Compares an entry of the audit log with its hash in the chain: `changed`, `complete`, or `withoutValues` if its values were deleted. */
export function checkEntry(
  { previousHash, hash }: { previousHash: string; hash: string },
  { entry, values }: EntryWithValues,
): 'changed' | 'complete' | 'withoutValues' {
  const isHashCorrect = computeAuditHash(previousHash, entry, values) === hash;
  // The hash of an entry of format 1 cannot be computed after its values were deleted. The audit entry about the deletion contains a hash
  // of the other columns of this entry.
  if (entry.valuesHash === null && !isHashCorrect && values === null) return 'withoutValues';
  if (!isHashCorrect) return 'changed';
  if (entry.valuesHash === null) return 'complete';
  if (entry.before !== null || entry.after !== null) return 'changed';
  if (computeValuesHash(values ?? emptyAuditValues) === entry.valuesHash) return 'complete';
  return values === null ? 'withoutValues' : 'changed';
}
