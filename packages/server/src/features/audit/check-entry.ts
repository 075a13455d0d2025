import type { Row } from '#server/database/schema.ts';
import { computeAuditHash, emptyValues, computeValuesHash } from '#server/platform/audit-hash.ts';
import type { AuditValues } from '#server/platform/audit-hash.ts';

export type EntryWithValues = { entry: Row<'audit'>; values: AuditValues | null };

/** Compares an entry with its link: `changed`, `complete`, or `withoutValues` if its values were deleted. */
export function checkEntry(
  { previousHash, hash }: { previousHash: string; hash: string },
  { entry, values }: EntryWithValues,
): 'changed' | 'complete' | 'withoutValues' {
  const isRight = computeAuditHash(previousHash, entry, values) === hash;
  // Without its values, an entry of format 1 cannot be computed again: the entry about their deletion binds its other columns.
  if (entry.valuesHash === null && !isRight && values === null) return 'withoutValues';
  if (!isRight) return 'changed';
  if (entry.valuesHash === null) return 'complete';
  if (entry.before !== null || entry.after !== null) return 'changed';
  if (computeValuesHash(values ?? emptyValues) === entry.valuesHash) return 'complete';
  return values === null ? 'withoutValues' : 'changed';
}
