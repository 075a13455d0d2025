import { zodResolver } from '@hookform/resolvers/zod';
import { releaseNoteBody } from '@basics/contract/release-notes.ts';
import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useUser } from '#portal/session/session-context.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import {
  findChangedFields,
  removeKept,
  storeKept,
  createKeptKey,
  noteFields,
  createOrigin,
  readKept,
  toValues,
} from './note-values.ts';
import type { Origin } from './note-values.ts';
import { storeNote, createNoteQuery, saveNote } from './release-notes.queries.ts';
import type { NoteValues } from './release-notes.queries.ts';

/**
 * Holds the form of a note. The browser keeps unsaved changes until they are saved or discarded, and restores them
 * when the form is opened the next time.
 */
export function useNoteForm(note: ReleaseNote | null, onSaved: (saved: ReleaseNote) => Promise<void>) {
  const client = useQueryClient();
  const key = createKeptKey(useUser().userId, note);
  const [fresh] = useState(() => createOrigin(note, findLocalToday()));
  const [kept, setKept] = useState(() => readKept(key));
  const [origin, setOrigin] = useState<Origin>(kept?.origin ?? fresh);
  const form = useForm<NoteValues>({
    resolver: zodResolver(releaseNoteBody),
    defaultValues: kept?.values ?? fresh.values,
  });
  const { problem, isBusy, attempt } = useAttempt(noteFields, form.setError);
  const isSaved = useRef(false);
  const values = useWatch({ control: form.control, compute: (typed: NoteValues) => typed });
  const isDirty = findChangedFields(origin.values, values).length > 0;

  useEffect(() => {
    if (isSaved.current) return;
    if (isDirty) storeKept(key, { values, origin, at: new Date().toISOString() });
    else removeKept(key);
  }, [key, values, origin, isDirty]);

  const save = (typed: NoteValues): Promise<void> =>
    attempt(async () => {
      const known = note && origin.rowVersion !== null ? { ...note, rowVersion: origin.rowVersion } : null;
      const saved = await saveNote(known, typed);
      isSaved.current = true;
      removeKept(key);
      await storeNote(client, saved);
      await onSaved(saved);
    });

  function discard(): void {
    setKept(null);
    setOrigin(fresh);
    form.reset(fresh.values);
  }

  /** Loads the newest version below the typed values: the fields changed here stay unchanged. */
  async function rebase(): Promise<void> {
    if (note === null) return;
    const newest = await client.fetchQuery({ ...createNoteQuery(note.releaseId), staleTime: 0 });
    const typed = form.getValues();
    const mine = findChangedFields(origin.values, typed);
    setOrigin(createOrigin(newest, ''));
    form.reset(toValues(newest));
    for (const name of mine) form.setValue(name, typed[name], { shouldDirty: true });
  }

  return {
    form,
    values,
    kept,
    problem,
    isBusy,
    save,
    discard,
    rebase,
    isDirty: () => !isSaved.current && findChangedFields(origin.values, form.getValues()).length > 0,
  };
}

/** Returns the calendar day in the time zone of the author. */
function findLocalToday(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
