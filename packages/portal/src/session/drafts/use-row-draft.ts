import { useEffect, useState } from 'react';
import { findRestorableFields, readDraft, removeDraft, writeDraft } from './draft-store.ts';
import { useDraftKey } from './use-draft.ts';

/**
 * The draft of a form that opens in a row of a list: the row and its values when the user left the page. `parseRow` returns null for
 * a stored row that it cannot read. Call `forget` when the row is closed.
 */
export function useRowDraft<Row, Values extends object>(
  name: string,
  empty: Values,
  parseRow: (row: unknown) => Row | null,
) {
  const key = useDraftKey(name);
  const [restoredDraft] = useState(() => {
    const draft = readDraft(key);
    const row = draft ? parseRow(draft.fields['row']) : null;
    return { row, values: draft && row !== null ? { ...empty, ...findRestorableFields(empty, draft) } : empty };
  });
  return { ...restoredDraft, key, forget: () => removeDraft(key) };
}

/** Stores the open row with its values, as long as these values differ from the values in the list. */
export function useStoredRow(
  key: string,
  { row, values, isDirty }: { row: unknown; values: object; isDirty: boolean },
) {
  const rowText = JSON.stringify({ row, ...values });
  useEffect(() => {
    if (row !== null) writeDraft(key, isDirty ? JSON.parse(rowText) : {}, new Date().toISOString());
    // `rowText` is the JSON of the row and its values, so the effect runs when one of them changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, rowText, isDirty]);
}
