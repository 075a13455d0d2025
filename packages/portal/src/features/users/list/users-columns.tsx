import type { User } from '@basics/contract/users/users.ts';
import { users as texts } from '#portal/texts/users.ts';
import { formatDayFromNow, formatShortDay } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { RowLink, OneLine, TwoLines } from '#portal/ui/tables/cells.tsx';
import { fieldNames, fieldTable, findLabel, type FieldColumn } from '../user-fields.tsx';
import { formatUser, UserStatusBadge } from '../user-format.tsx';
import type { UserOptions } from '../users.queries.ts';

type ColumnContext = {
  options: UserOptions | undefined;
  /** The current time in milliseconds since 1970. */
  now: number;
  /** The status of all users in the list, if the list is filtered by it. */
  status: User['status'] | undefined;
};

type UsersColumn = Omit<FieldColumn, 'cell'> & {
  header: string;
  cell: (user: User, context: ColumnContext) => React.ReactNode;
};

/** The column with the name of the user. This column is always visible. */
const nameColumn: UsersColumn = {
  id: 'lastName',
  header: texts.columns.name,
  isDefault: true,
  sortable: true,
  cell: (user) => <NameCell user={user} />,
};

const statusColumn: UsersColumn = {
  id: 'status',
  header: texts.columns.status,
  isDefault: true,
  sortable: true,
  cell: (user, { now }) => <StatusCell user={user} now={now} />,
};

const createdColumn: UsersColumn = {
  id: 'createdAt',
  header: texts.columns.created,
  sortable: true,
  cell: ({ createdAt }) => <OneLine>{formatShortDay(createdAt)}</OneLine>,
};

const fieldColumns = fieldNames.flatMap((field): UsersColumn[] => {
  const { column: fieldColumn } = fieldTable[field];
  if (fieldColumn === null) return [];
  const column = {
    ...fieldColumn,
    header: findLabel(field),
    cell: (user: User, { options }: ColumnContext) => fieldColumn.cell(user, options),
  };
  return field === 'country' ? [column, statusColumn] : [column];
});

/** The columns whose values can be changed in the list. */
export const editableFields = ['company', 'country', 'phone'] as const;
export type EditableField = (typeof editableFields)[number];

/** All columns. The id of a sortable column is the name of the sort field in the request. */
export const allColumns = [nameColumn, ...fieldColumns, createdColumn];

/** The columns whose values are clear without their label when a row is shown as a card. */
const plainColumns: ReadonlySet<string> = new Set(['company', 'tools', 'country']);

/** The columns that a card leaves to the page of the user. */
const tableColumns: ReadonlySet<string> = new Set(['profile', 'brand']);

export const defaultColumns = allColumns.filter(({ isDefault }) => isDefault);

/** Returns the columns that the search parameter in the address names. Names of unknown columns are ignored. */
export function parseColumns(ids: string | undefined): readonly UsersColumn[] {
  if (ids === undefined) return defaultColumns;
  const columnIds = ids.split(',');
  return allColumns.filter((column) => column === nameColumn || columnIds.includes(column.id));
}

export const createUsersColumns = (visibleColumns: readonly UsersColumn[], context: ColumnContext): Column<User>[] =>
  visibleColumns.map(
    // With the return type, the compiler refuses properties that a column does not have.
    ({ id, header, sortable = false, cell }): Column<User> => ({
      id,
      header,
      sortable,
      isCardTitle: id === nameColumn.id,
      isBesideCardTitle: id === statusColumn.id,
      needsNoHeading: plainColumns.has(id),
      isOnlyInTable: tableColumns.has(id),
      // The status of invited users also says until when their link is valid.
      repeatsFilter: tableColumns.has(id) || id === 'country' || (id === 'status' && context.status !== 'approved'),
      cell: (user) => cell(user, context),
    }),
  );

const NameCell = ({ user }: { user: User }) => (
  <TwoLines secondLine={user.login}>
    <RowLink to={`/users/${user.userId}`}>{formatUser(user)}</RowLink>
  </TwoLines>
);

const StatusCell = ({ user: { status: userStatus, invitedUntil }, now }: { user: User; now: number }) => (
  <TwoLines secondLine={invitedUntil !== undefined && describeInvitationLink(invitedUntil, now)}>
    <UserStatusBadge status={userStatus} />
  </TwoLines>
);

function describeInvitationLink(until: string | null, now: number): string {
  if (until === null) return texts.linkMissing;
  return Date.parse(until) <= now ? texts.linkEnded : texts.linkEnds(formatDayFromNow(until.slice(0, 10), now));
}
