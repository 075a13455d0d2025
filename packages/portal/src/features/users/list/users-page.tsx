import { UserPlus } from 'lucide-react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { users as texts } from '#portal/texts/users.ts';
import { createCompanyFilter } from '#portal/session/people/company-filter.tsx';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { IconButtonSpace, LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Stack, Card } from '#portal/ui/layout/layout.tsx';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { userListFields } from '@basics/contract/users/user-lists.ts';
import type { SelectedUser } from '@basics/contract/mass-acts/selections.ts';
import type { User } from '@basics/contract/users/users.ts';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { useList, type List } from '#portal/ui/lists/use-list.ts';
import { useSelection } from '#portal/ui/selection/use-selection.ts';
import { formatUser } from '../user-format.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { editableFields, parseColumns, createUsersColumns } from './users-columns.tsx';
import { userOptions, usersList, type UserOptions } from '../users.queries.ts';
import { createCountryOptions, formatProfile } from '#portal/messages/names.ts';
import { toChoices, FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';

const DeletedUsersMenu = createLazyPart(async () => (await import('../deletion/deleted-users.tsx')).DeletedUsersMenu, {
  isLate: true,
});

/** The page with the list of all users whom the signed-in user may see. */
export const UsersPage = () => (
  <>
    <PageHeading title={texts.title} actions={<UsersActions />} />
    <UsersTable />
  </>
);

const UsersActions = () => (
  <>
    <Allowed any={['users.create']}>
      <LinkButton to="/users/create" variant="primary" icon={<UserPlus aria-hidden="true" />}>
        {texts.create}
      </LinkButton>
    </Allowed>
    <Allowed any={['users.delete', 'requests.delete']}>
      <OptionalPart placeholder={<IconButtonSpace />}>
        <DeletedUsersMenu />
      </OptionalPart>
    </Allowed>
  </>
);

// The pencils and fields of the values are loaded after the list.
const EditableValue = createLazyPart(async () => (await import('./edit-user-cell.tsx')).EditableValue, {
  isLate: true,
});
// The bar for selected users is loaded when the first user is selected.
const UsersSelection = createLazyPart(async () => (await import('./users-selection.tsx')).UsersSelection);

/** Adds a pencil to the values that staff may change in the list. */
function addPencils(
  columns: readonly Column<User>[],
  options: UserOptions | undefined,
  mayEdit: (user: User) => boolean,
) {
  return columns.map((column): Column<User> => {
    const field = editableFields.find((name) => name === column.id);
    if (!field) return column;
    const cell = (user: User): ReactNode => {
      const value = column.cell(user);
      // The company of a member is changed on the page of the company.
      return mayEdit(user) && (field !== 'company' || user.companyId === undefined) ? (
        // The element lets React replace the value on a page that the browser has translated.
        <OptionalPart placeholder={<span>{value}</span>}>
          <EditableValue user={user} field={field} header={column.header} options={options}>
            {value}
          </EditableValue>
        </OptionalPart>
      ) : (
        value
      );
    };
    return { ...column, cell };
  });
}

/** The list of users. The address of the page contains keyword, filters, sort order, page and columns. */
function UsersTable() {
  const list = useList(usersList);
  const { userId: ownId, permissions } = useUser();
  const options = useQuery(userOptions);
  const [now] = useState(Date.now);
  const { data } = list.page;
  // The row of the signed-in user cannot be selected, because users cannot delete themselves.
  const isOwn = ({ userId }: User): boolean => userId === ownId;
  const otherUsers = data?.items.filter((user) => !isOwn(user)) ?? [];
  const selection = useSelection<SelectedUser>(otherUsers, ({ userId }) => userId, usersList.selectionOf(list.address));
  const selectableTotal = list.total - (otherUsers.length === data?.items.length ? 0 : 1);
  const mayEdit = permissions.includes('users.edit');
  const maySelect = mayEdit || permissions.includes('users.delete');
  const columns = addPencils(
    createUsersColumns(parseColumns(list.address.columns), { options: options.data, now, status: list.address.status }),
    options.data,
    // The own account has its own page.
    (user) => mayEdit && !isOwn(user),
  );

  return (
    <Card>
      <Stack>
        <UsersFilters list={list} options={options.data} ownId={ownId} />
        <QueryFailed query={options} title={texts.optionsFailed} />
        <ListTable<User>
          list={list}
          tableTexts={texts}
          picture="people"
          columns={
            maySelect
              ? [
                  createSelectionColumn<User>({
                    selection,
                    readName: formatUser,
                    isFixed: isOwn,
                    fixedReason: texts.own,
                  }),
                  ...columns,
                ]
              : columns
          }
          rowKey={({ userId }) => userId}
          isWaiting={options.isPending}
          isDimmed={({ status }) => status === 'suspended'}
          expectedRows={10}
        />
        {selection.count > 0 && (
          <Suspense>
            <UsersSelection {...{ selection, ownId }} address={list.address} total={selectableTotal} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}

// The choice of columns is loaded after the list, so that the list appears early.
const UsersColumnChoice = createLazyPart(async () => (await import('./column-choice.tsx')).UsersColumnChoice, {
  isLate: true,
});

type UsersFiltersProps = { list: List<typeof usersList>; options: UserOptions | undefined; ownId: number };

/** The search field and the filters of the list, the number of results, and the choice of columns. */
function UsersFilters({ list, options, ownId }: UsersFiltersProps) {
  const choices = createChoices(options, ownId);
  const createFilter = (name: keyof typeof texts.filters) => ({ label: texts.filters[name], choices: choices[name] });
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={
        <OptionalPart placeholder={<IconButtonSpace />}>
          <UsersColumnChoice
            columns={list.address.columns}
            onChange={(columnIds) => list.change({ columns: columnIds }, { replace: true })}
          />
        </OptionalPart>
      }
      shownFields={declareShownFields(userListFields, { labels: texts.fields, choices, named: texts.namedFilters })}
      fields={{
        status: createFilter('status'),
        profileID: createFilter('profileID'),
        brand: createFilter('brand'),
        tool: createFilter('tool'),
        country: createFilter('country'),
        company: createCompanyFilter(list),
      }}
    />
  );
}

/** The statuses of users in the list. */
const listedStatuses = ['active', 'approved', 'suspended'] as const;

/** The values that the filters of the list offer. */
function createChoices(options: UserOptions | undefined, ownId: number) {
  const own = [{ value: String(ownId), label: texts.me }];
  return {
    status: listedStatuses.map((status) => ({ value: status, label: texts.statuses[status] })),
    profileID: options?.profiles.map(({ id }) => ({ value: String(id), label: formatProfile(id) })) ?? [],
    brand: toChoices(options?.brands),
    tool: toChoices(options && [...options.tools, ...options.retired.tools]),
    country: createCountryOptions(options?.countries ?? []),
    salesman: own,
    createdBy: own,
  };
}
