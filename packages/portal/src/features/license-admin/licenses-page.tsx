import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import type { LicenseRenderers } from './license-format.tsx';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { OwnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { Card, Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { createCompanyFilter } from '#portal/session/people/company-filter.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { useSelection } from '#portal/ui/selection/use-selection.ts';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { useList, type List } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { filterOptionsQuery, licensesList, createOwnerNameQuery, type FilterOptions } from './license-admin.queries.ts';
import { formatOwnedLicense, formatCountry, formatMachine, findName, formatOwner } from './license-format.tsx';
import { licenseStatus } from '@basics/contract/licenses/licenses.ts';
import { createCountryOptions } from '#portal/messages/names.ts';
import type { SelectedLicense } from '@basics/contract/mass-acts/selections.ts';
import { licenseListFields } from '@basics/contract/license-admin/license-lists.ts';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { toChoices, FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import { formatShortDay } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { RowLink, OneLine, TwoLines } from '#portal/ui/tables/cells.tsx';

const WatchListButton = createLazyPart(async () => (await import('./watch-list-button.tsx')).WatchListButton);

/** The page with the licences of all users whom staff may see. */
export const LicensesPage = (renderers: LicenseRenderers) => (
  <>
    <PageHeading title={texts.title} actions={<WatchListButton />} />
    <LicensesList {...renderers} />
  </>
);

// The bar for selected licences is loaded when the first licence is selected.
const LicensesSelection = createLazyPart(async () => (await import('./licenses-selection.tsx')).LicensesSelection);
// The panel is loaded when the first licence is opened.
const LicensePanel = createLazyPart(async () => (await import('./license-panel.tsx')).LicensePanel);

/** The list of licences. The address of the page contains keyword, filters, sort order, page and the open licence. */
function LicensesList(renderers: LicenseRenderers) {
  const list = useList(licensesList);
  const { address, change } = list;
  const { license: openLicenseId } = address;
  const query = useQuery(filterOptionsQuery);
  const { data: options } = query;
  const createSearch = (licenseId: number) => ({ ...address, license: licenseId });
  const [now] = useState(Date.now);
  const { columns, choice } = useShownColumns(
    'licenses',
    createListColumns({ ...renderers, options, search: createSearch, now }),
  );
  const maySelect = useUser().permissions.includes('users.edit');
  const selection = useSelection<SelectedLicense>(
    list.page.data?.items ?? [],
    ({ licenseId }) => licenseId,
    licensesList.selectionOf(address),
  );

  return (
    <Card>
      <Stack>
        <ListFilters list={list} options={options} columnChoice={choice} />
        <QueryFailed query={query} title={texts.optionsFailed} />
        <ListTable<OwnedLicense>
          list={list}
          tableTexts={texts}
          picture="licence"
          columns={
            maySelect
              ? [createSelectionColumn<OwnedLicense>({ selection, readName: formatOwnedLicense }), ...columns]
              : columns
          }
          rowKey={({ licenseId }) => licenseId}
          isWaiting={query.isPending}
          isDimmed={({ status }) => status !== 'Active'}
          expectedRows={10}
        />
        {selection.count > 0 && (
          <Suspense>
            <LicensesSelection selection={selection} address={address} total={list.total} />
          </Suspense>
        )}
      </Stack>
      {openLicenseId !== undefined && (
        <Suspense>
          <LicensePanel
            key={openLicenseId}
            licenseId={openLicenseId}
            options={options}
            search={createSearch}
            onClose={() => change({ license: undefined }, { replace: true })}
            {...renderers}
          />
        </Suspense>
      )}
    </Card>
  );
}

/**
 * The search field and the filters of the list of licences. The filter for the owner can be set only by a link; the
 * user can only remove it.
 */
function ListFilters({
  list,
  options,
  columnChoice,
}: {
  list: List<typeof licensesList>;
  options: FilterOptions | undefined;
  columnChoice: Elements;
}) {
  const { userId } = list.address;
  const { userId: ownId } = useUser();
  const ownerQuery = useQuery(createOwnerNameQuery(userId));
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={columnChoice}
      days={{ label: texts.filters.ends, hint: texts.filters.dayHint }}
      shownFields={declareShownFields(licenseListFields, {
        labels: texts.fields,
        named: texts.namedFilters,
        choices: {
          status: statusOptions,
          tool: toChoices(options?.tools),
          brand: toChoices(options?.brands),
          country: createCountryOptions(options?.countries ?? []),
          salesman: [{ value: String(ownId), label: texts.me }],
        },
      })}
      fields={{
        status: { ...createFilter('status'), choices: statusOptions },
        tool: { ...createFilter('tool'), choices: toChoices(options?.tools) },
        brand: { ...createFilter('brand'), choices: toChoices(options?.brands) },
        country: {
          ...createFilter('country'),
          choices: createCountryOptions(options?.countries ?? []),
        },
        company: createCompanyFilter(list),
        endsFrom: { label: texts.filters.endsFrom, isDay: true },
        endsTo: { label: texts.filters.endsTo, isDay: true },
        userId: { label: texts.filters.userId, valueText: ownerQuery.data ?? texts.user(userId ?? 0) },
      }}
    />
  );
}

const createFilter = (name: 'status' | 'tool' | 'brand' | 'country') => ({
  label: texts.filters[name],
});

const statusOptions = licenseStatus.options.map((status) => ({ value: status, label: texts.states[status] }));

type ListColumnsOptions = LicenseRenderers & {
  options: FilterOptions | undefined;
  /** Returns the search parameters of the address that opens a licence. */
  search: (licenseId: number) => Record<string, unknown>;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/**
 * Creates the columns of the list of licences. The id of a sortable column is the name of the sort field in the
 * request.
 */
const createListColumns = ({
  options,
  search,
  now,
  ...renderers
}: ListColumnsOptions): readonly Column<OwnedLicense>[] => [
  {
    id: 'machineName',
    header: texts.columns.machine,
    sortable: true,
    isCardTitle: true,
    cell: ({ licenseId, machineName, tool, version }) => (
      <TwoLines secondLine={`${findName(options?.tools, tool)} ${version}`}>
        <RowLink search={search(licenseId)}>
          <span translate="no">{formatMachine(machineName)}</span>
        </RowLink>
      </TwoLines>
    ),
  },
  {
    id: 'owner',
    header: texts.columns.owner,
    sortable: true,
    needsNoHeading: true,
    cell: ({ owner }) => <TwoLines secondLine={owner.company || owner.login}>{formatOwner(owner)}</TwoLines>,
  },
  {
    id: 'status',
    header: texts.columns.status,
    isBesideCardTitle: true,
    repeatsFilter: true,
    cell: (license) => renderers.renderStatus(license),
  },
  ...createPlaceColumns(options),
  {
    id: 'expiryDate',
    header: texts.columns.expires,
    sortable: true,
    needsNoHeading: true,
    cell: (license) => renderers.renderExpiry(license, now),
  },
  {
    id: 'issuedAt',
    header: texts.columns.issued,
    sortable: true,
    isOnlyInTable: true,
    cell: ({ issuedAt }) => <OneLine>{formatShortDay(issuedAt)}</OneLine>,
  },
];

const createPlaceColumns = (options: FilterOptions | undefined): readonly Column<OwnedLicense>[] => [
  {
    id: 'brand',
    header: texts.columns.brand,
    isOnlyInTable: true,
    repeatsFilter: true,
    cell: ({ brand }) => <OneLine>{findName(options?.brands, brand)}</OneLine>,
  },
  {
    id: 'country',
    header: texts.columns.country,
    isOnlyInTable: true,
    repeatsFilter: true,
    cell: ({ owner }) => <OneLine>{formatCountry(options?.countries, owner.country)}</OneLine>,
  },
];
