import { zodResolver } from '@hookform/resolvers/zod';
import { assignment, assignmentForm, type Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { useStoredRow, useRowDraft } from '#portal/session/drafts/use-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { assignmentsList, invalidateAssignments, saveAssignment } from './country-salesmen.queries.ts';
import type { Salesman, AssignmentInput } from './country-salesmen.queries.ts';

const fieldNames = ['country', 'brand', 'salesmanId'] as const;

/** The values of the form. The select for the salesman has a text value, which is empty if no salesman is chosen. */
const draftBody = z.extend(assignmentForm, {
  salesmanId: z.pipe(z.pipe(z.string(), z.transform(Number)), assignmentForm.shape.salesmanId),
});
type Draft = z.input<typeof draftBody>;

/** The id of a row that is not saved yet. The ids of the server start at 1. */
export const unsavedRowId = 0;

const newRow = {
  id: unsavedRowId,
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

const parseRow = (row: unknown): Assignment | null => assignment.safeParse(row).data ?? null;

/** Returns the state of the row that is edited in the list: the row, its form, and the problem of the last save. */
export function useRowEditor(startValues: { country: string; brand: string } | undefined) {
  const rowDraft = useRowDraft('assignment', emptyDraft, parseRow);
  const [row, setRow] = useState<Assignment | null>(startValues ? { ...newRow, ...startValues } : rowDraft.row);
  const form = useForm<Draft, unknown, AssignmentInput>({
    resolver: zodResolver(draftBody),
    defaultValues: { ...rowDraft.values, ...startValues },
  });
  const { problem, attempt } = useAttempt(fieldNames, form.setError);
  const draft = useWatch({ control: form.control });
  const isDirty = row !== null && isChanged(row, draft);
  useStoredRow(rowDraft.key, { row, values: { ...emptyDraft, ...draft }, isDirty });
  const otherAssignments = useOtherAssignments(row, draft);
  const client = useQueryClient();
  const toasts = useToasts();

  function openRow(rowToOpen: Assignment = newRow): void {
    form.reset(createDraft(rowToOpen));
    flushSync(() => setRow(rowToOpen));
    form.setFocus('country');
  }

  /** Closes the row and moves the focus back to the button that opened it. */
  function closeRow(): void {
    const openerId = row === null ? null : createOpenerId(row.id);
    flushSync(() => setRow(null));
    rowDraft.forget();
    if (openerId !== null) document.getElementById(openerId)?.focus();
  }

  async function saveRow(body: AssignmentInput): Promise<void> {
    if (row === null || otherAssignments.isDuplicate) return;
    await attempt(async () => {
      await saveAssignment(row.id === unsavedRowId ? null : row, body);
      closeRow();
      toasts.done(texts.saved);
      await invalidateAssignments(client);
    });
  }

  return {
    row,
    form,
    problem,
    country: draft.country ?? '',
    isDirty,
    otherAssignments,
    forget: rowDraft.forget,
    open: openRow,
    close: closeRow,
    submit: form.handleSubmit(saveRow),
  };
}

export type RowEditor = ReturnType<typeof useRowEditor>;

/** Returns the id of the button that opens a row. */
export const createOpenerId = (id: number): string => `open-assignment-${id}`;

/** Returns the other salesmen of the country and brand, and whether another row already has the same salesman. */
function useOtherAssignments(
  row: Assignment | null,
  draft: Partial<Draft>,
): { isDuplicate: boolean; salesmen: readonly Salesman[] } {
  const { country = '', brand = '', salesmanId } = draft;
  const isComplete = row !== null && country !== '' && brand !== '';
  const matchingAssignments = useQuery({ ...assignmentsList.firstRows({ country, brand }), enabled: isComplete });
  const otherRows = isComplete ? (matchingAssignments.data?.items ?? []).filter(({ id }) => id !== row.id) : [];
  return {
    isDuplicate: otherRows.some(({ salesman }) => String(salesman.userId) === salesmanId),
    salesmen: otherRows.map(({ salesman }) => salesman).filter(({ userId }) => String(userId) !== salesmanId),
  };
}
