import type { Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { SelectionBar } from '#portal/ui/selection/selection-bar.tsx';
import type { Selection } from '#portal/ui/selection/use-selection.ts';
import type { List } from '#portal/ui/lists/use-list.ts';
import { assignmentsList } from './country-salesmen.queries.ts';

type SelectedAssignmentsProps = {
  selection: Selection<Assignment>;
  total: number;
  address: List<typeof assignmentsList>['address'];
  maySelect: (row: Assignment) => boolean;
  onDelete: (rows: readonly Assignment[]) => void;
};

/** The bar for the selected rows. The bar can select all matching rows if a single call can delete that many. */
export function SelectedAssignments({ selection, total, address, maySelect, onDelete }: SelectedAssignmentsProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { rows } = selection;

  async function selectAll(): Promise<void> {
    setBusy(true);
    try {
      const { items } = await client.fetchQuery(assignmentsList.firstRows({ ...address, pageNumber: 1 }));
      selection.replace(items.filter(maySelect));
    } finally {
      setBusy(false);
    }
  }

  const maySelectAll = selection.isPageSelected && rows.length < total && total <= limits.page.max;
  return (
    <SelectionBar
      selection={selection}
      all={maySelectAll ? { total, busy: isBusy, onSelect: () => void selectAll() } : undefined}
    >
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => onDelete(rows)}>
        {texts.deletion.action(rows.length)}
      </Button>
    </SelectionBar>
  );
}
