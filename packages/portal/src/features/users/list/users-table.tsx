import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { User } from '@basics/contract/users/users.ts';
import { users as texts } from '#portal/texts/users.ts';
import { createCompanyFilter } from '#portal/session/people/company-filter.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { QueryFailed } from '#portal/ui/feedback/load-failed.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useSelection } from '#portal/ui/selection/use-selection.ts';
import { formatUser } from '../user-format.tsx';
import { parseColumns, createUsersColumns } from './users-columns.tsx';
import { userOptions, usersList } from '../users.queries.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { createCountryOptions } from '#portal/messages/countries.ts';
import { toChoices, FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import { formatProfile } from '#portal/messages/profiles.ts';
import type { UserOptions } from '../users.queries.ts';

// The bar for selected users is loaded when the first user is selected.
const UsersSelection = createLazyPart(async () => (await import('./users-selection.tsx')).UsersSelection);

/** The list of users. The address of the page contains keyword, filters, sort order, page and columns. */
export function UsersTable() {
  const list = useList(usersList);
  const { userId: ownId, permissions } = useUser();
  const options = useQuery(userOptions);
  const [now] = useState(Date.now);
  const { data } = list.page;
  // The row of the signed-in user cannot be selected, because users cannot delete themselves.
  const isOwn = ({ userId }: User): boolean => userId === ownId;
  const otherUsers = data?.items.filter((user) => !isOwn(user)) ?? [];
  const selection = useSelection<User>(otherUsers, ({ userId }) => userId);
  const selectableTotal = list.total - (otherUsers.length === data?.items.length ? 0 : 1);
  const maySelect = permissions.includes('users.delete') || permissions.includes('users.edit');
  const columns = createUsersColumns(parseColumns(list.address.columns), {
    options: options.data,
    now,
  });

  return (
    <Card>
      <Stack>
        <UsersFilters list={list} options={options.data} />
        <QueryFailed query={options} title={texts.optionsFailed} />
        <ListTable<User>
          list={list}
          tableTexts={texts}
          picture="people"
          columns={
            maySelect
              ? [
                  createSelectionColumn({ selection, readName: formatUser, isFixed: isOwn, fixedReason: texts.own }),
                  ...columns,
                ]
              : columns
          }
          rowKey={({ userId }) => userId}
          isWaiting={options.isPending}
          isDimmed={({ status }) => status === 'suspended'}
          expectedRows={10}
        />
        {selection.rows.length > 0 && (
          <Suspense>
            <UsersSelection {...{ selection, ownId }} address={list.address} total={selectableTotal} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}

// The component is loaded after the list, so that the list appears early.
const UsersColumnChoice = createLazyPart(async () => (await import('./column-choice.tsx')).UsersColumnChoice, {
  isLate: true,
});

type UsersFiltersProps = { list: List<typeof usersList>; options: UserOptions | undefined };

/** The search field and the filters of the list, the number of results, and the choice of columns. */
function UsersFilters({ list, options }: UsersFiltersProps) {
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={
        <>
          <OptionalPart>
            <UsersColumnChoice
              columns={list.address.columns}
              onChange={(columnIds) => list.change({ columns: columnIds }, { replace: true })}
            />
          </OptionalPart>
        </>
      }
      fields={{
        status: {
          ...createFilter('status'),
          choices: listedStatuses.map((status) => ({ value: status, label: texts.statuses[status] })),
        },
        profileID: {
          ...createFilter('profileID'),
          choices: options?.profiles.map(({ id }) => ({ value: String(id), label: formatProfile(id) })) ?? [],
        },
        brand: { ...createFilter('brand'), choices: toChoices(options?.brands) },
        tool: { ...createFilter('tool'), choices: toChoices(options && [...options.tools, ...options.retired.tools]) },
        country: {
          ...createFilter('country'),
          choices: createCountryOptions(options?.countries ?? []),
        },
        company: createCompanyFilter(list),
      }}
    />
  );
}

const createFilter = (name: 'status' | 'profileID' | 'brand' | 'tool' | 'country') => ({
  label: texts.filters[name],
});

/** The statuses of users in the list. */
const listedStatuses = ['active', 'approved', 'suspended'] as const;
