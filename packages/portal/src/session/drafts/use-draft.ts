import { useLocation } from '@tanstack/react-router';
import { useState, useEffect, useRef } from 'react';
import { useSessionState } from '#portal/session/session-context.tsx';
import {
  createDraftKey,
  findChangedFields,
  findRestorableFields,
  removeDraft,
  readDraft,
  writeDraft,
} from './draft-store.ts';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** Returns the key of the draft of a form. The key does not change while the form is open, even when the session ends. */
export function useDraftKey(form: string): string {
  const { user } = useSessionState();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [key] = useState(() => createDraftKey(user?.userId ?? null, path, form));
  return key;
}

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

const textField = 'text';

/**
 * The text of a field with a draft: it is restored after a reload, a crash or the end of the session. `name` distinguishes the fields of
 * a page. Call `forget` when the text was sent or cancelled.
 */
export function useTextDraft(name: string, initialText = '') {
  const key = useDraftKey(name);
  const [text, setText] = useState(() => readText(key) ?? initialText);

  function writeText(newText: string): void {
    setText(newText);
    writeDraft(key, newText === initialText ? {} : { [textField]: newText }, new Date().toISOString());
  }

  return { text, write: writeText, forget: () => removeDraft(key) };
}

function readText(key: string): string | undefined {
  const storedText = readDraft(key)?.fields[textField];
  return typeof storedText === 'string' ? storedText : undefined;
}
