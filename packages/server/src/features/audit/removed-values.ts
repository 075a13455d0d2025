import * as z from 'zod/mini';
import { computeColumnsHash } from '#server/platform/audit-hash.ts';
import type { EntryWithValues } from './check-entry.ts';

const removal = z.object({
  removedValues: z.array(z.union([z.int(), z.tuple([z.int(), z.string()])])),
});

/**
 * Collects entries whose values were deleted, until a later entry of the chain records the deletion. That entry contains a hash of the other
 * columns for each entry of format 1; the hash is empty for format 2, where the entry's own hash covers them.
 */
export function createRemovedValues() {
  const unrecorded = new Map<number, string>();
  return {
    add({ entry }: EntryWithValues): void {
      unrecorded.set(entry.id, entry.valuesHash === null ? computeColumnsHash(entry) : '');
    },
    /** Removes the entries whose deletion this entry records. */
    settle({ values }: EntryWithValues): void {
      if (values?.after?.includes('"removedValues"') !== true) return;
      const parsed = removal.safeParse(JSON.parse(values.after));
      for (const removedEntry of parsed.success ? parsed.data.removedValues : []) {
        const [auditId, columnsHash] = typeof removedEntry === 'number' ? [removedEntry, ''] : removedEntry;
        if (unrecorded.get(auditId) === columnsHash) unrecorded.delete(auditId);
      }
    },
    /** The first entry whose values were deleted, although no entry records it; null if there is none. */
    first: (): number | null => (unrecorded.size === 0 ? null : Math.min(...unrecorded.keys())),
  };
}
