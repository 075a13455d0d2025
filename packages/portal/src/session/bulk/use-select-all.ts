import { useMutation } from '@tanstack/react-query';
import { failureAsToast } from '#portal/api/query-client.ts';
import type { Selection } from '#portal/ui/selection/use-selection.ts';

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
