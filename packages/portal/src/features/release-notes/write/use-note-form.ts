import { zodResolver } from '@hookform/resolvers/zod';
import { releaseNoteForm, type ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useUser } from '#portal/session/session-context.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import {
  findChangedFields,
  removeDraft,
  storeDraft,
  createDraftKey,
  noteFields,
  createFormOrigin,
  readDraft,
  toNoteValues,
} from './note-values.ts';
import type { FormOrigin } from './note-values.ts';
import { storeNote, createNoteQuery, saveNote, type NoteValues } from '../release-notes.queries.ts';

/**
 * Returns the state and the actions of the form for a release note. The browser stores unsaved changes until they are saved or discarded,
 * and restores them when the form is opened the next time.
 */
export function useNoteForm(note: ReleaseNote | null, onSaved: (savedNote: ReleaseNote) => Promise<void>) {
  const client = useQueryClient();
  const key = createDraftKey(useUser().userId, note);
  const [initialOrigin] = useState(() => createFormOrigin(note, findLocalToday()));
  const [storedDraft, setStoredDraft] = useState(() => readDraft(key));
  const [origin, setOrigin] = useState<FormOrigin>(storedDraft?.origin ?? initialOrigin);
  const form = useForm<NoteValues>({
    resolver: zodResolver(releaseNoteForm),
    defaultValues: storedDraft?.values ?? initialOrigin.values,
  });
  const { problem, isBusy, attempt } = useAttempt(noteFields, form.setError);
  const isSaved = useRef(false);
  const values = useWatch({ control: form.control, compute: (typedValues: NoteValues) => typedValues });
  const isDirty = findChangedFields(origin.values, values).length > 0;

  useEffect(() => {
    if (isSaved.current) return;
    if (isDirty) storeDraft(key, { values, origin, at: new Date().toISOString() });
    else removeDraft(key);
  }, [key, values, origin, isDirty]);

  const saveValues = (typedValues: NoteValues, finish = onSaved): Promise<void> =>
    attempt(async () => {
      const storedNote = note && origin.rowVersion !== null ? { ...note, rowVersion: origin.rowVersion } : null;
      const savedNote = await saveNote(storedNote, typedValues);
      isSaved.current = true;
      removeDraft(key);
      await storeNote(client, savedNote);
      await finish(savedNote);
    });

  function discardChanges(): void {
    setStoredDraft(null);
    setOrigin(initialOrigin);
    form.reset(initialOrigin.values);
  }

  /** Loads the newest version of the note. Fields that the user has changed keep their typed values. */
  async function loadNewest(): Promise<void> {
    if (note === null) return;
    const newestNote = await client.fetchQuery({ ...createNoteQuery(note.releaseId), staleTime: 0 });
    const typedValues = form.getValues();
    const changedFields = findChangedFields(origin.values, typedValues);
    setOrigin(createFormOrigin(newestNote, ''));
    form.reset(toNoteValues(newestNote));
    for (const name of changedFields) form.setValue(name, typedValues[name], { shouldDirty: true });
  }

  return {
    form,
    values,
    storedDraft,
    problem,
    isBusy,
    save: saveValues,
    discard: discardChanges,
    loadNewest,
    isDirty: () => !isSaved.current && findChangedFields(origin.values, form.getValues()).length > 0,
  };
}

/** Returns today's date in the time zone of the browser. */
function findLocalToday(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
