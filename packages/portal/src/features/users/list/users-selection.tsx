import type { SelectedUser } from '@basics/contract/mass-acts/selections.ts';
import { users as texts } from '#portal/texts/users.ts';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { ChangeUsers } from '#portal/session/bulk/change-users.tsx';
import { DeletableSelection, type Deletable } from '#portal/session/bulk/deletable-selection.tsx';
import type { Selection } from '#portal/ui/selection/use-selection.ts';
import type { List } from '#portal/ui/lists/use-list.ts';
import { HandOverOffers } from '../hand-over-offer.tsx';
import { formatUser } from '../user-format.tsx';
import { invalidateUsers, usersList } from '../users.queries.ts';
import { countSelected } from '#portal/session/bulk/bulk.queries.ts';

type UsersSelectionProps = {
  selection: Selection<SelectedUser>;
  address: List<typeof usersList>['address'];
  /** The id of the signed-in user. Users cannot select themselves in the list. */
  ownId: number;
  total: number;
};

const deletableUsers: Deletable<SelectedUser> = {
  readId: ({ userId }) => userId,
  readName: formatUser,
  readFacts: ({ company, country }) => ({ company, country }),
  deletionTexts: texts.remove,
  deletion: { kind: 'users' },
  invalidateLists: invalidateUsers,
};

/** The bar with the actions for the selected users. */
export function UsersSelection({ address, ownId, ...props }: UsersSelectionProps) {
  const { permissions } = useUser();
  return (
    <DeletableSelection
      {...props}
      kind={deletableUsers}
      mayDelete={permissions.includes('users.delete')}
      renderActions={(rows, onDone) => (
        <Allowed any={['users.edit']}>
          <ChangeUsers
            rows={rows}
            all={props.selection.all}
            onDone={onDone}
            suspensionNotice={<HandOverOffers selection={props.selection} reason="suspension" />}
          />
        </Allowed>
      )}
      notice={<HandOverOffers selection={props.selection} reason="deletion" />}
      onSelectAll={async () => {
        const except = [ownId];
        const { count } = await countSelected.users({ ...usersList.selectionOf(address), except });
        props.selection.selectAll({ count, except });
      }}
    />
  );
}
