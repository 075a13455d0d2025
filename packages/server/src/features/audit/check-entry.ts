import type { Row } from '#server/database/schema.ts';
import { computeAuditHash, emptyAuditValues, computeValuesHash } from '#server/platform/audit-hash.ts';
import type { AuditValues } from '#server/platform/audit-hash.ts';

export type EntryWithValues = { entry: Row<'audit'>; values: AuditValues | null };

/** Compares an entry of the audit log with its hash in the chain: `changed`, `complete`, or `withoutValues` if its values were deleted. */
export function checkEntry(
  { previousHash, hash }: { previousHash: string; hash: string },
  { entry, values }: EntryWithValues,
): 'changed' | 'complete' | 'withoutValues' {
  if (computeAuditHash(previousHash, entry) !== hash) return 'changed';
  if (computeValuesHash(values ?? emptyAuditValues) === entry.valuesHash) return 'complete';
  return values === null ? 'withoutValues' : 'changed';
}
