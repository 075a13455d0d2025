import { useMutation } from '@tanstack/react-query';
import type { User } from '@basics/contract/users.ts';
import { SelectionBar } from '#portal/ui/selection-bar.tsx';
import type { Selection } from '#portal/ui/use-selection.ts';
import { DeleteUsers } from './delete-users.tsx';
import type { Refused } from './refused-users.tsx';
import { allUsersFound } from './users.queries.ts';
import type { UsersAsked } from './users.queries.ts';

type UsersSelectionProps = {
  selection: Selection<User>;
  /** What the list shows now. */
  asked: UsersAsked;
  total: number;
  onRefused: (refused: readonly Refused[]) => void;
};

/** What can be done with the users that are ticked. */
export function UsersSelection({ selection, asked, total, onRefused }: UsersSelectionProps) {
  const all = useMutation({ mutationFn: () => allUsersFound(asked), onSuccess: (found) => selection.replace(found) });
  const { rows } = selection;
  return (
    <SelectionBar
      count={rows.length}
      onClear={() => selection.replace([])}
      all={rows.length < total ? { total, busy: all.isPending, onSelect: () => all.mutate() } : undefined}
    >
      <DeleteUsers
        chosen={rows}
        onDone={(left, refused) => {
          selection.replace(left);
          onRefused(refused);
        }}
      />
    </SelectionBar>
  );
}
