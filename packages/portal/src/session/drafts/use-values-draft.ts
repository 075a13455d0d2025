import { useState } from 'react';
import { findChangedFields, findRestorableFields, readDraft, removeDraft, writeDraft } from './draft-store.ts';
import { useDraftKey } from './use-draft.ts';

/**
 * The values of several fields with one draft: they are restored after a reload, a crash or the end of the session. `name` distinguishes
 * the drafts of a page. Only values that differ from `initialValues` are stored, so leave out passwords and codes that prove who the user
 * is. Without a draft, the fields begin with the initial values and `enteredValues`. Call `forget` when the values were sent or cancelled.
 */
export function useValuesDraft<Values extends object>(
  name: string,
  initialValues: Values,
  enteredValues: Partial<Values> = {},
) {
  const key = useDraftKey(name);
  const [values, setValues] = useState<Values>(() => {
    const draft = readDraft(key);
    return { ...initialValues, ...(draft ? findRestorableFields(initialValues, draft) : enteredValues) };
  });

  function change(changedValues: Partial<Values>): void {
    const newValues = { ...values, ...changedValues };
    setValues(newValues);
    writeDraft(key, findChangedFields(initialValues, newValues), new Date().toISOString());
  }

  return { values, change, forget: () => removeDraft(key) };
}
