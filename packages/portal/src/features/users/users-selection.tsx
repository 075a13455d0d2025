import type { User } from '@basics/contract/users.ts';
import { users as texts } from '#portal/texts/users.ts';
import { DeletableSelection } from '#portal/session/editing/deletable-selection.tsx';
import type { Deletable } from '#portal/session/editing/deletable-selection.tsx';
import type { Refused } from '#portal/ui/feedback/refused-notice.tsx';
import type { Selection } from '#portal/ui/lists/use-selection.ts';
import { nameOf } from './user-words.tsx';
import { allUsersFound, forgetUsers, removeUsers } from './users.queries.ts';
import type { UsersQuery } from './users.queries.ts';

type UsersSelectionProps = {
  selection: Selection<User>;
  /** What the list shows now. */
  asked: UsersQuery;
  /** Who is signed in is never among them. */
  ownId: number;
  total: number;
  onRefused: (refused: readonly Refused[]) => void;
};

const users: Deletable<User> = {
  idOf: ({ userId }) => userId,
  nameOf,
  words: texts.remove,
  remove: removeUsers,
  forget: forgetUsers,
};

/** What can be done with the users that are ticked. */
export const UsersSelection = ({ asked, ownId, ...props }: UsersSelectionProps) => (
  <DeletableSelection
    {...props}
    kind={users}
    findAll={async () => (await allUsersFound(asked)).filter(({ userId }) => userId !== ownId)}
  />
);
