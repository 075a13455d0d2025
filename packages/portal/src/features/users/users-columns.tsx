import type { User } from '@basics/contract/users.ts';
import { users as texts } from '#portal/texts/users.ts';
import { formatDayFromNow, formatShortDay } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { RowLink } from '#portal/ui/lists/row-link.tsx';
import { OneLine, TwoLines } from '#portal/ui/lists/two-lines.tsx';
import { fieldNames, fieldTable, findLabel } from './user-fields.tsx';
import type { FieldColumn } from './user-fields.tsx';
import { formatUser, UserStatusBadge } from './user-words.tsx';
import type { UserOptions } from './users.queries.ts';

type Facts = {
  options: UserOptions | undefined;
  /** Milliseconds. */
  now: number;
};

type UsersColumn = Omit<FieldColumn, 'cell'> & { header: string; cell: (user: User, facts: Facts) => React.ReactNode };

/** The name, which is always visible. */
const name: UsersColumn = {
  id: 'lastName',
  header: texts.columns.name,
  isDefault: true,
  sortable: true,
  cell: (user) => <Name user={user} />,
};

const status: UsersColumn = {
  id: 'status',
  header: texts.columns.status,
  isDefault: true,
  sortable: true,
  cell: (user, { now }) => <Status user={user} now={now} />,
};

const created: UsersColumn = {
  id: 'createdAt',
  header: texts.columns.created,
  sortable: true,
  cell: ({ createdAt }) => <OneLine>{formatShortDay(createdAt)}</OneLine>,
};

const fieldColumns = fieldNames.flatMap((field): UsersColumn[] => {
  const { column } = fieldTable[field];
  if (column === null) return [];
  const own = {
    ...column,
    header: findLabel(field),
    cell: (user: User, { options }: Facts) => column.cell(user, options),
  };
  return field === 'country' ? [own, status] : [own];
});

/** All columns; the ids of those that sort are the fields of the call. */
const all = [name, ...fieldColumns, created];

/** The columns that can be chosen. */
export const choosableColumns = all.filter((column) => column !== name);

/** Their values say what they are. */
const plainColumns: ReadonlySet<string> = new Set(['company', 'profile', 'brand', 'tools', 'country', 'status']);

const listIds = (columns: readonly UsersColumn[]): string => columns.map(({ id }) => id).join(',');
const defaultColumns = all.filter(({ isDefault }) => isDefault);

/** The columns that an address names; unknown names are ignored. */
export function parseColumns(ids: string | undefined): readonly UsersColumn[] {
  if (ids === undefined) return defaultColumns;
  const named = ids.split(',');
  return all.filter((column) => column === name || named.includes(column.id));
}

/** How an address spells the visible columns with this one shown or hidden; undefined for the default ones. */
export function formatColumns(
  shown: readonly UsersColumn[],
  changed: UsersColumn,
  isShown: boolean,
): string | undefined {
  const ids = listIds(all.filter((column) => (column === changed ? isShown : shown.includes(column))));
  return ids === listIds(defaultColumns) ? undefined : ids;
}

export const createUsersColumns = (shown: readonly UsersColumn[], facts: Facts): Column<User>[] =>
  shown.map(({ id, header, sortable = false, cell }) => ({
    id,
    header,
    sortable,
    lead: id === name.id,
    plain: plainColumns.has(id),
    cell: (user) => cell(user, facts),
  }));

const Name = ({ user }: { user: User }) => (
  <TwoLines second={user.login}>
    <RowLink to={`/users/${user.userId}`}>{formatUser(user)}</RowLink>
  </TwoLines>
);

const Status = ({ user: { status: is, invitedUntil }, now }: { user: User; now: number }) => (
  <TwoLines second={invitedUntil !== undefined && describeLink(invitedUntil, now)}>
    <UserStatusBadge status={is} />
  </TwoLines>
);

const describeLink = (until: string | null, now: number): string =>
  until === null || Date.parse(until) <= now
    ? texts.linkEnded
    : texts.linkEnds(formatDayFromNow(until.slice(0, 10), now));
