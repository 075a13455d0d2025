import { zodResolver } from '@hookform/resolvers/zod';
import type { Assignment } from '@basics/contract/country-salesmen.ts';
import { assignment, assignmentBody } from '@basics/contract/country-salesmen.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { useStoredRow, useRowDraft } from '#portal/session/drafts/use-row-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { assignmentsList, invalidateAssignments, saveAssignment } from './country-salesmen.queries.ts';
import type { Salesman, AssignmentInput } from './country-salesmen.queries.ts';

const names = ['country', 'brand', 'salesmanId'] as const;

/** A select holds text; the empty text means no salesman. */
const draftBody = z.extend(assignmentBody, {
  salesmanId: z.pipe(z.pipe(z.string(), z.transform(Number)), assignmentBody.shape.salesmanId),
});
type Draft = z.input<typeof draftBody>;

/** The id of a row that is not saved yet; the ids of the server begin at 1. */
export const newId = 0;

const blank = {
  id: newId,
  country: '',
  continent: '',
  brand: '',
  salesman: { userId: 0, firstName: '', lastName: '' },
  version: 0,
};

const emptyDraft: Draft = { country: '', brand: '', salesmanId: '' };

const createDraft = ({ country, brand, salesman }: Assignment): Draft => ({
  country,
  brand,
  salesmanId: salesman.userId === 0 ? '' : String(salesman.userId),
});

const isChanged = (row: Assignment, draft: Partial<Draft>): boolean =>
  JSON.stringify({ ...emptyDraft, ...draft }) !== JSON.stringify(createDraft(row));

const readRow = (row: unknown): Assignment | null => assignment.safeParse(row).data ?? null;

/** Edits one row of the list in place: the row, its fields, and the result of saving. */
export function useRowEditor(begun: { country: string; brand: string } | undefined) {
  const kept = useRowDraft('assignment', emptyDraft, readRow);
  const [row, setRow] = useState<Assignment | null>(begun ? { ...blank, ...begun } : kept.row);
  const form = useForm<Draft, unknown, AssignmentInput>({
    resolver: zodResolver(draftBody),
    defaultValues: { ...kept.values, ...begun },
  });
  const { problem, attempt } = useAttempt(names, form.setError);
  const draft = useWatch({ control: form.control });
  useStoredRow(kept.key, { row, values: { ...emptyDraft, ...draft }, isDirty: row !== null && isChanged(row, draft) });
  const sharing = useSharing(row, draft);
  const client = useQueryClient();
  const toasts = useToasts();

  function open(opened: Assignment = blank): void {
    form.reset(createDraft(opened));
    flushSync(() => setRow(opened));
    form.setFocus('country');
  }

  /** Returns the focus to the button that opened the row. */
  function close(): void {
    const button = row === null ? null : createOpenerId(row.id);
    flushSync(() => setRow(null));
    kept.forget();
    if (button !== null) document.getElementById(button)?.focus();
  }

  async function save(body: AssignmentInput): Promise<void> {
    if (row === null || sharing.isTaken) return;
    await attempt(async () => {
      await saveAssignment(row.id === newId ? null : row, body);
      close();
      toasts.done(texts.saved);
      await invalidateAssignments(client);
    });
  }

  return { row, form, problem, country: draft.country ?? '', sharing, open, close, submit: form.handleSubmit(save) };
}

export type RowEditor = ReturnType<typeof useRowEditor>;

/** The id of the button that opens a row. */
export const createOpenerId = (id: number): string => `open-assignment-${id}`;

/** Checks whether another row gives the salesman this country and brand, and returns the other salesmen. */
function useSharing(row: Assignment | null, draft: Partial<Draft>): { isTaken: boolean; with: readonly Salesman[] } {
  const { country = '', brand = '', salesmanId } = draft;
  const isAsked = row !== null && country !== '' && brand !== '';
  const there = useQuery({ ...assignmentsList.firstRows({ country, brand }), enabled: isAsked });
  const others = isAsked ? (there.data?.items ?? []).filter(({ id }) => id !== row.id) : [];
  return {
    isTaken: others.some(({ salesman }) => String(salesman.userId) === salesmanId),
    with: others.map(({ salesman }) => salesman).filter(({ userId }) => String(userId) !== salesmanId),
  };
}
