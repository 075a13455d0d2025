import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { findChangedFields, findRestorableFields, removeDraft, readDraft, writeDraft } from './draft-store.ts';
import { useDraftKey } from './use-draft.ts';

/** The draft of a form, kept until the form is sent or cancelled. */
export type FormDraft = {
  /** The time at which the restored input was entered; null when nothing was restored. */
  restoredAt: string | null;
  /** Resets the form and removes the draft. */
  discard: () => void;
  /** Removes the draft, because the form was sent or cancelled. */
  forget: () => void;
};

/**
 * Stores the input of a form, and restores it when the form is opened again after a reload, a crash or the end of the session. Only
 * the fields in `initialValues` are stored, so leave out passwords. When `initialValues` changes, fields that the user has not changed get
 * the new values.
 */
export function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, FieldValues>,
  name: string,
  initialValues: object,
): FormDraft {
  const key = useDraftKey(name);
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const latestInitialValues = useRef(initialValues);
  useEffect(() => {
    latestInitialValues.current = initialValues;
  }, [initialValues]);

  useEffect(() => {
    const draft = readDraft(key);
    const fields = draft ? findRestorableFields(latestInitialValues.current, draft) : {};
    for (const [field, value] of Object.entries(fields)) restoreField(form, field, value);
    if (draft && Object.keys(fields).length > 0) setRestoredAt(draft.at);
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      // Values that the form chose itself, such as the only tool, are not a draft as long as the user has changed nothing.
      callback: ({ values, dirtyFields = {} }) => {
        const isTouched = Object.keys(dirtyFields).length > 0;
        const changedFields = isTouched ? findChangedFields(latestInitialValues.current, values) : {};
        writeDraft(key, changedFields, new Date().toISOString());
      },
    });
  }, [form, key]);

  function forget(): void {
    removeDraft(key);
    setRestoredAt(null);
  }

  function discard(): void {
    form.reset();
    forget();
  }

  return { restoredAt, discard, forget };
}

function restoreField<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, FieldValues>,
  field: string,
  value: unknown,
): void {
  // `findRestorableFields` has checked that the field exists and that its value has the same type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
}
