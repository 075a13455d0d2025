import * as z from 'zod/mini';
import { computeColumnsHash } from '#server/platform/audit-hash.ts';
import type { EntryWithValues } from './check-entry.ts';

const removal = z.object({
  removedValues: z.array(z.union([z.int(), z.tuple([z.int(), z.string()])])),
});

/**
 * Entries whose values were deleted, until a later entry of the chain says so. Each is stored with the hash by which that entry binds its
 * other columns: empty in format 2, where the entry's own hash does.
 */
export function createRemovedValues() {
  const open = new Map<number, string>();
  return {
    add({ entry }: EntryWithValues): void {
      open.set(entry.id, entry.valuesHash === null ? computeColumnsHash(entry) : '');
    },
    /** Reads which values the deletion of a person removed. */
    settle({ values }: EntryWithValues): void {
      if (values?.after?.includes('"removedValues"') !== true) return;
      const read = removal.safeParse(JSON.parse(values.after));
      for (const removed of read.success ? read.data.removedValues : []) {
        const [auditId, columnsHash] = typeof removed === 'number' ? [removed, ''] : removed;
        if (open.get(auditId) === columnsHash) open.delete(auditId);
      }
    },
    /** The first entry whose values were deleted without an entry about it; null if there is none. */
    first: (): number | null => (open.size === 0 ? null : Math.min(...open.keys())),
  };
}
