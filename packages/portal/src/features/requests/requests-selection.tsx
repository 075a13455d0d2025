import { useMutation } from '@tanstack/react-query';
import type { Request } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/messages/en/requests.ts';
import { SelectionBar } from '#portal/ui/selection-bar.tsx';
import type { Selection } from '#portal/ui/use-selection.ts';
import { DeleteRequests } from './delete-requests.tsx';
import type { Refused } from './delete-requests.tsx';
import { allRequestsFound } from './requests.queries.ts';
import type { RequestsAsked } from './requests.queries.ts';

type RequestsSelectionProps = {
  selection: Selection<Request>;
  asked: RequestsAsked;
  total: number;
  onRefused: (refused: readonly Refused[]) => void;
};

/** What can be done with the requests that are ticked. */
export function RequestsSelection({ selection, asked, total, onRefused }: RequestsSelectionProps) {
  const all = useMutation({ mutationFn: () => allRequestsFound(asked), onSuccess: selection.replace });
  const { rows } = selection;
  if (rows.length === 0) return null;
  return (
    <SelectionBar
      count={rows.length}
      onClear={() => selection.replace([])}
      all={rows.length < total ? { total, busy: all.isPending, onSelect: () => all.mutate() } : undefined}
    >
      <DeleteRequests
        chosen={rows}
        label={texts.remove.action(rows.length)}
        onDone={(left, refused) => {
          selection.replace(left);
          onRefused(refused);
        }}
      />
    </SelectionBar>
  );
}
