import * as z from 'zod/mini';
import { computeColumnsHash } from '#server/platform/audit-hash.ts';
import type { EntryWithValues } from './check-entry.ts';

const removalSchema = z.object({
  removedValues: z.array(z.union([z.int(), z.tuple([z.int(), z.string()])])),
});

/**
 * Collects entries whose values were deleted, until a later entry of the chain records the deletion. The entry about the deletion contains a
 * hash of the other columns for each deleted entry of format 1; the hash is empty for format 2, where the entry's own hash covers these
 * columns.
 */
export function createRemovedValues() {
  const unrecordedEntries = new Map<number, string>();
  return {
    add({ entry }: EntryWithValues): void {
      unrecordedEntries.set(entry.id, entry.valuesHash === null ? computeColumnsHash(entry) : '');
    },
    /** Removes entries from the collection if the given entry records the deletion of their values. */
    settle({ values }: EntryWithValues): void {
      if (values?.after?.includes('"removedValues"') !== true) return;
      const parsedRemoval = removalSchema.safeParse(JSON.parse(values.after));
      for (const removedEntry of parsedRemoval.success ? parsedRemoval.data.removedValues : []) {
        const [auditId, columnsHash] = typeof removedEntry === 'number' ? [removedEntry, ''] : removedEntry;
        if (unrecordedEntries.get(auditId) === columnsHash) unrecordedEntries.delete(auditId);
      }
    },
    /** Returns the first entry whose values were deleted although no later entry records the deletion; null if there is none. */
    first: (): number | null => (unrecordedEntries.size === 0 ? null : Math.min(...unrecordedEntries.keys())),
  };
}
