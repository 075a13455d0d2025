import type { User } from '@basics/contract/users.ts';
import { users as texts } from '#portal/texts/users.ts';
import { dayFromNowWords, shortDayWords } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { RowLink } from '#portal/ui/lists/row-link.tsx';
import { OneLine, TwoLines } from '#portal/ui/lists/two-lines.tsx';
import { nameOf, profileWords, UserStatusBadge } from './user-words.tsx';
import type { UserOptions } from './users.queries.ts';
import styles from './users-page.module.css';

export type Names = {
  options: UserOptions | undefined;
  /** Whether a row leads to the user's own page. */
  opens: boolean;
  /** Milliseconds. */
  now: number;
};

/** The ids of columns that sort are the fields of the call. */
export const columnIds = [
  'lastName',
  'company',
  'profile',
  'brand',
  'tools',
  'country',
  'status',
  'phone',
  'crmAccount',
  'mail',
  'createdAt',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** Shown unless others were chosen. */
export const usualColumns: readonly ColumnId[] = ['lastName', 'company', 'profile', 'brand', 'country', 'status'];

export const columnWords: Record<ColumnId, string> = {
  lastName: texts.columns.name,
  company: texts.columns.company,
  profile: texts.columns.profile,
  brand: texts.columns.brand,
  tools: texts.columns.tools,
  country: texts.columns.country,
  status: texts.columns.status,
  phone: texts.columns.phone,
  crmAccount: texts.columns.crmAccount,
  mail: texts.columns.mail,
  createdAt: texts.columns.created,
};

/** The columns that an address names; the user always leads, and names that are none are passed over. */
export function columnsIn(text: string | undefined): readonly ColumnId[] {
  if (text === undefined) return usualColumns;
  const named = text.split(',');
  return columnIds.filter((id) => id === 'lastName' || named.includes(id));
}

/** How these columns are written in an address: not at all when they are the usual ones. */
export const columnsText = (ids: readonly ColumnId[]): string | undefined =>
  ids.join() === usualColumns.join() ? undefined : ids.join();

const sortable: readonly ColumnId[] = ['lastName', 'company', 'country', 'status', 'createdAt'];

export const usersColumns = (shown: readonly ColumnId[], names: Names): Column<User>[] =>
  shown.map((id) => ({
    id,
    header: columnWords[id],
    sortable: sortable.includes(id),
    lead: id === 'lastName',
    cell: (user) => cells[id](user, names),
  }));

const cells: Record<ColumnId, (user: User, names: Names) => React.ReactNode> = {
  lastName: (user, { opens }) => <Who user={user} opens={opens} />,
  company: ({ company }) => company || texts.none,
  profile: ({ profileID }) => profileWords(profileID),
  brand: ({ brand }, { options }) => <OneLine>{nameIn(options?.brands, brand)}</OneLine>,
  tools: ({ tools }, { options }) =>
    [...new Set(tools.map(({ tool }) => nameIn(options?.tools, tool)))].join(', ') || texts.none,
  country: ({ country }, { options }) =>
    options?.countries.find(({ code }) => code === country)?.name ?? country ?? texts.none,
  status: (user, { now }) => <Standing user={user} now={now} />,
  phone: ({ phone }) => phone || texts.none,
  crmAccount: ({ crmAccount }) => crmAccount ?? texts.none,
  mail: ({ canReceiveMail }) => (canReceiveMail ? texts.yes : texts.no),
  createdAt: ({ createdAt }) => <OneLine>{shortDayWords(createdAt)}</OneLine>,
};

function Who({ user, opens }: { user: User; opens: boolean }) {
  const name = nameOf(user);
  return (
    <TwoLines second={user.login}>
      {opens ? (
        <RowLink to={`/users/${user.userId}/edit`}>{name}</RowLink>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
    </TwoLines>
  );
}

const Standing = ({ user: { status, invitedUntil }, now }: { user: User; now: number }) => (
  <TwoLines second={invitedUntil !== undefined && linkWords(invitedUntil, now)}>
    <UserStatusBadge status={status} />
  </TwoLines>
);

const linkWords = (until: string | null, now: number): string =>
  until === null || Date.parse(until) <= now
    ? texts.linkEnded
    : texts.linkEnds(dayFromNowWords(until.slice(0, 10), now));

const nameIn = (options: readonly { id: string; name: string }[] | undefined, id: string | null): string =>
  options?.find((option) => option.id === id)?.name ?? id ?? texts.none;
