import * as z from 'zod/mini';
import type { EntryWithValues } from './check-entry.ts';

const removalSchema = z.object({ removedValues: z.array(z.int()) });

/** Collects entries whose values were deleted, until a later entry of the chain records the deletion. */
export function createRemovedValues() {
  const unrecordedIds = new Set<number>();
  return {
    add({ entry }: EntryWithValues): void {
      unrecordedIds.add(entry.id);
    },
    /** Removes entries from the collection if the given entry records the deletion of their values. */
    settle({ values }: EntryWithValues): void {
      if (values?.after?.includes('"removedValues"') !== true) return;
      const parsedRemoval = removalSchema.safeParse(JSON.parse(values.after));
      for (const auditId of parsedRemoval.success ? parsedRemoval.data.removedValues : [])
        unrecordedIds.delete(auditId);
    },
    /** Returns the first entry whose values were deleted although no later entry records the deletion; null if there is none. */
    first: (): number | null => (unrecordedIds.size === 0 ? null : Math.min(...unrecordedIds)),
  };
}
