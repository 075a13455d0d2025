import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { changedFields, fittingFields, forgetDraft, readDraft, writeDraft } from './draft-store.ts';
import { useDraftKey } from './use-draft-key.ts';

/** What is kept of a form until it is sent or given up. */
export type FormDraft = {
  /** When what was restored had been typed; null where nothing was restored. */
  restoredAt: string | null;
  /** The form begins anew without it. */
  discard: () => void;
  /** It was sent, or given up: there is nothing to restore any more. */
  forget: () => void;
};

/**
 * Keeps what is typed in a form, and restores it when the form is opened again after a reload, a crash or the end of the session. `base`
 * is what the form begins with; fields of a newer base stay where they were not changed.
 */
export function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, FieldValues>,
  name: string,
  base: object,
): FormDraft {
  const key = useDraftKey(name);
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const current = useRef(base);
  useEffect(() => {
    current.current = base;
  }, [base]);

  useEffect(() => {
    const draft = readDraft(key);
    const fields = draft ? fittingFields(current.current, draft) : {};
    for (const [field, value] of Object.entries(fields)) restoreField(form, field, value);
    if (draft && Object.keys(fields).length > 0) setRestoredAt(draft.at);
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(key, changedFields(current.current, values), new Date().toISOString()),
    });
  }, [form, key]);

  function forget(): void {
    forgetDraft(key);
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
  // A field of the base by its name, and a value of the same kind: `fittingFields` has made sure of both.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
}
