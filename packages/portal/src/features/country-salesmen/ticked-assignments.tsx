import type { Assignment } from '@basics/contract/country-salesmen.ts';
import { limits } from '@basics/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { SelectionBar } from '#portal/ui/lists/selection-bar.tsx';
import type { Selection } from '#portal/ui/lists/use-selection.ts';
import { allAssignments } from './country-salesmen.queries.ts';
import type { AssignmentsQuery } from './country-salesmen.queries.ts';

type TickedAssignmentsProps = {
  selection: Selection<Assignment>;
  total: number;
  asked: AssignmentsQuery;
  mayTick: (row: Assignment) => boolean;
  onDelete: (rows: readonly Assignment[]) => void;
};

/** What is ticked, and the offer to tick all that match, where one call can take them. */
export function TickedAssignments({ selection, total, asked, mayTick, onDelete }: TickedAssignmentsProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { rows } = selection;
  if (rows.length === 0) return null;

  async function selectAll(): Promise<void> {
    setBusy(true);
    try {
      const { items } = await client.fetchQuery(allAssignments({ ...asked, pageNumber: 1 }));
      selection.replace(items.filter(mayTick));
    } finally {
      setBusy(false);
    }
  }

  const isMore = selection.isPageWhole && rows.length < total && total <= limits.page.most;
  return (
    <SelectionBar
      count={rows.length}
      onClear={() => selection.replace([])}
      all={isMore ? { total, busy: isBusy, onSelect: () => void selectAll() } : undefined}
    >
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => onDelete(rows)}>
        {texts.deletion.action(rows.length)}
      </Button>
    </SelectionBar>
  );
}
