import type { bulkReply } from '@basics/contract/lists.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { DeleteQuestion } from '#portal/ui/overlays/delete-question.tsx';
import type { DeleteTexts } from '#portal/ui/overlays/delete-question.tsx';
import type { RefusedRow } from '#portal/ui/feedback/refused-notice.tsx';
import { SelectionBar } from '#portal/ui/lists/selection-bar.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import type { Selection } from '#portal/ui/lists/use-selection.ts';

/** How rows of one kind are named and deleted. */
export type Deletable<Row> = {
  readId: (row: Row) => number;
  readName: (row: Row) => string;
  deleteTexts: DeleteTexts & { done: (count: number) => string; failed: string };
  /** The result for each id. */
  remove: (ids: readonly number[]) => Promise<z.infer<typeof bulkReply>['results']>;
  /** Invalidates the queries of the lists. */
  invalidateLists: (client: QueryClient) => Promise<void>;
};

type DeletableSelectionProps<Row> = {
  kind: Deletable<Row>;
  selection: Selection<Row>;
  total: number;
  /** Finds all rows that match, on all pages. */
  findAll: () => Promise<readonly Row[]>;
  /** Rows that were not deleted; they stay selected. */
  onRefused?: (refused: readonly RefusedRow[]) => void;
  /** False for users who may only use the other actions. */
  mayDelete?: boolean;
  /** Renders other actions on the selected rows; `onDone` fetches the lists again. */
  renderActions?: (rows: readonly { id: number; name: string }[], onDone: () => void) => ReactNode;
};

/** The actions on selected rows: select all rows that match, and delete the selected rows. */
export function DeletableSelection<Row>(props: DeletableSelectionProps<Row>) {
  const { kind, selection, total, findAll, onRefused, renderActions, mayDelete = true } = props;
  const client = useQueryClient();
  const selectAll = useMutation({ mutationFn: findAll, onSuccess: selection.replace });
  const { rows } = selection;
  if (rows.length === 0) return null;
  return (
    <SelectionBar
      count={rows.length}
      onClear={() => selection.replace([])}
      all={rows.length < total ? { total, busy: selectAll.isPending, onSelect: () => selectAll.mutate() } : undefined}
    >
      {renderActions?.(
        rows.map((row) => ({ id: kind.readId(row), name: kind.readName(row) })),
        () => void kind.invalidateLists(client),
      )}
      {mayDelete && (
        <DeleteRows
          kind={kind}
          rows={rows}
          onDone={(remainingRows, refused) => {
            selection.replace(remainingRows);
            onRefused?.(refused);
          }}
        />
      )}
    </SelectionBar>
  );
}

type DeleteRowsProps<Row> = {
  kind: Deletable<Row>;
  rows: readonly Row[];
  onDone: (remainingRows: readonly Row[], refused: readonly RefusedRow[]) => void;
};

function DeleteRows<Row>({ kind, rows, onDone }: DeleteRowsProps<Row>) {
  const { readId: idOf, readName: nameOf, deleteTexts, invalidateLists: forget } = kind;
  const client = useQueryClient();
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      const results = await kind.remove(rows.map(idOf));
      const deletedCount = results.filter(({ outcome }) => outcome === 'deleted').length;
      const refusals = new Map(
        results.filter(({ outcome }) => outcome === 'refused').map(({ id, message }) => [id, message]),
      );
      const remainingRows = rows.filter((row) => refusals.has(idOf(row)));
      if (deletedCount > 0) toasts.done(deleteTexts.done(deletedCount));
      onDone(
        remainingRows,
        remainingRows.map((row) => ({
          id: idOf(row),
          name: nameOf(row),
          message: refusals.get(idOf(row)) ?? deleteTexts.failed,
        })),
      );
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut') toasts.problem(deleteTexts.failed);
    } finally {
      setBusy(false);
      setAsking(false);
      // Some rows may be deleted even when the call failed.
      void forget(client);
    }
  }

  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        {deleteTexts.action(rows.length)}
      </Button>
      {isAsking && (
        <DeleteQuestion
          names={rows.map((row) => ({ id: idOf(row), name: nameOf(row) }))}
          deleteTexts={deleteTexts}
          busy={isBusy}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
