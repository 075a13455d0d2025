import { useEffect, useState } from 'react';
import { findFittingFields, readDraft, removeDraft, writeDraft } from './draft-store.ts';
import { useDraftKey } from './use-draft-key.ts';

/**
 * The draft of a form that opens in a row of a list: the row and its values, as they were when the page was left. `read` returns null for
 * a stored row that it does not understand. Call `forget` when the row is closed.
 */
export function useRowDraft<Row, Values extends object>(
  name: string,
  empty: Values,
  read: (row: unknown) => Row | null,
) {
  const key = useDraftKey(name);
  const [kept] = useState(() => {
    const draft = readDraft(key);
    const row = draft ? read(draft.fields['row']) : null;
    return { row, values: draft && row !== null ? { ...empty, ...findFittingFields(empty, draft) } : empty };
  });
  return { ...kept, key, forget: () => removeDraft(key) };
}

/** Stores the open row with its values while they differ from those of the list. */
export function useKeptRow(key: string, { row, values, isDirty }: { row: unknown; values: object; isDirty: boolean }) {
  const text = JSON.stringify({ row, ...values });
  useEffect(() => {
    if (row !== null) writeDraft(key, isDirty ? JSON.parse(text) : {}, new Date().toISOString());
    // The text stands for the row and its values.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, text, isDirty]);
}
