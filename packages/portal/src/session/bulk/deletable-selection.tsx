import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureAsToast } from '#portal/api/query-client.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { SelectionBar } from '#portal/ui/selection/selection-bar.tsx';
import type { BulkRow } from './preview-all.ts';
import type { Selection } from '#portal/ui/selection/use-selection.ts';
import type { Deletion } from './bulk.queries.ts';
import type { DeletionTexts } from './delete-rows-dialog.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

const DeleteRowsDialog = createLazyPart(async () => (await import('./delete-rows-dialog.tsx')).DeleteRowsDialog);

/** The texts and functions for the rows of one kind: how they are named and deleted. */
export type Deletable<Row> = {
  readId: (row: Row) => number;
  readName: (row: Row) => string;
  /** Returns what a preview shows beside the name. */
  readFacts?: (row: Row) => Pick<BulkRow, 'company' | 'country'>;
  deletionTexts: DeletionTexts;
  deletion: Deletion;
  /** Invalidates the queries of the lists. */
  invalidateLists: (client: QueryClient) => Promise<void>;
};

type DeletableSelectionProps<Row> = {
  kind: Deletable<Row>;
  selection: Selection<Row>;
  total: number;
  /** Selects all rows that match the search and the filters, on all pages. */
  onSelectAll: () => Promise<void>;
  /** Whether the user may delete the rows. Other users see only the actions of `renderActions`. */
  mayDelete?: boolean;
  /** Renders other actions on the selected rows; `onDone` fetches the lists again. */
  renderActions?: (rows: readonly BulkRow[], onDone: () => void) => Elements;
  /** What the user should know or do before the rows are deleted. */
  notice?: Elements;
};

/** The actions on selected rows: select all rows that match, and delete the selected rows. */
export function DeletableSelection<Row>(props: DeletableSelectionProps<Row>) {
  const { kind, selection, total, onSelectAll, renderActions, notice, mayDelete = true } = props;
  const client = useQueryClient();
  const all = useSelectAll({ selection, total, onSelectAll });
  const { rows, count } = selection;
  if (count === 0) return null;
  return (
    <SelectionBar selection={selection} all={all}>
      {renderActions?.(
        rows.map((row) => toBulkRow(kind, row)),
        () => void kind.invalidateLists(client),
      )}
      {mayDelete && <DeleteRows kind={kind} selection={selection} notice={notice} />}
    </SelectionBar>
  );
}

type SelectAllOptions<Row> = {
  selection: Selection<Row>;
  /** The number of rows that match the search and the filters. */
  total: number;
  /** Selects all rows that match, on all pages. */
  onSelectAll: () => Promise<void>;
};

/** Returns the offer of the selection bar to select all rows that match; undefined if they are selected already. */
export function useSelectAll<Row>({ selection, total, onSelectAll }: SelectAllOptions<Row>) {
  const selectAll = useMutation({ mutationFn: onSelectAll, meta: failureAsToast });
  return selection.count < total && !selection.all
    ? { total, busy: selectAll.isPending, onSelect: () => selectAll.mutate() }
    : undefined;
}

const toBulkRow = <Row,>({ readId, readName, readFacts }: Deletable<Row>, row: Row): BulkRow => ({
  id: readId(row),
  name: readName(row),
  ...readFacts?.(row),
});

type DeleteRowsProps<Row> = Pick<DeletableSelectionProps<Row>, 'kind' | 'selection' | 'notice'>;

/** A button that opens the dialog to delete the selected rows. Rows that were not deleted stay selected. */
function DeleteRows<Row>({ kind, selection, notice }: DeleteRowsProps<Row>) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { deletionTexts } = kind;
  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setOpen(true)}>
        {deletionTexts.action(selection.count)}
      </Button>
      {isOpen && (
        <OptionalPart>
          <DeleteRowsDialog
            rows={selection.rows.map((row) => toBulkRow(kind, row))}
            deletionTexts={deletionTexts}
            all={selection.all}
            deletion={kind.deletion}
            notice={notice}
            onAttempted={() => void kind.invalidateLists(client)}
            onClose={(removedIds) => {
              setOpen(false);
              if (removedIds === 'all') selection.replace([]);
              else if (!selection.all)
                selection.replace(selection.rows.filter((row) => !removedIds.includes(kind.readId(row))));
            }}
          />
        </OptionalPart>
      )}
    </>
  );
}
