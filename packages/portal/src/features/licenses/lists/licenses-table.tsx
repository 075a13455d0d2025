import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { FileKey2, MonitorCog } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { licenses, licenseStatus, type License, type LicenseStatus } from '@basics/contract/licenses/licenses.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Card, type Elements } from '#portal/ui/layout/layout.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { pageAndKeyword } from '#portal/api/declare-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { useSearchState, type Change } from '#portal/ui/filters/search-state.ts';
import { createEntitlementsQuery, createLicensesQuery } from '../licenses.queries.ts';
import styles from './licenses-table.module.css';
import { FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import { Link } from '@tanstack/react-router';
import { formatShortDay } from '#portal/messages/times.ts';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { TwoLines } from '#portal/ui/tables/cells.tsx';
import { formatMachine, LicenseStatusBadge, LicenseExpiry } from '../license-format.tsx';
import { LicenseActions } from '../delivery/license-delivery.tsx';

/** The search parameters in the address of the list; they have the same names as in the request. */
const searchSchema = z.object({
  ...pageAndKeyword,
  sort: licenses.list.query.shape.sort,
  status: licenses.list.query.shape.status,
});

const noFilters = { keyword: undefined, status: undefined, pageNumber: undefined };

/** A list with fewer rows is seen at a glance: a customer needs no search, filters, order or choice of columns. */
const leastSearchedRows = 10;

/**
 * Whether a list is short. With a search, a filter or an order in its address it is not, so that these can be changed. A list that is still
 * loading is taken for short, as most are: filters that disappear would move its rows.
 */
const isShortList = (
  { data, isPlaceholderData }: { data: { total: number } | undefined; isPlaceholderData: boolean },
  address: Readonly<Record<string, unknown>>,
): boolean =>
  (data === undefined || (data.total < leastSearchedRows && !isPlaceholderData)) &&
  Object.values(address).every((value) => value === undefined);

type LicensesTableProps = {
  userId: number;
  /**
   * The reason why no licence can be issued to this user now. The reason is shown instead of the links to get a
   * licence.
   */
  blockedReason?: string | undefined;
  /** Renders further actions for a licence, from another feature. */
  renderActions?: (license: License) => Elements;
};

/** The licences of a user, newest first by default; the address of the page contains search, status, sort and page. A customer reads a short list without search and filters. */
export function LicensesTable({ userId, blockedReason, renderActions }: LicensesTableProps) {
  const isOwn = useUser().userId === userId;
  const getLicenseLinks = !isOwn && blockedReason === undefined && <GetLicense search={{ user: userId }} />;
  const [state, change] = useSearchState(searchSchema);
  const page = useQuery(createLicensesQuery(userId, state));
  const allColumns = useColumns(userId, renderActions);
  const { columns: chosenColumns, choice } = useShownColumns('ownLicences', allColumns);
  const { data } = page;
  const hasNoLicenses = data?.total === 0 && state.keyword === undefined && state.status === undefined;
  const earlier = findEarlierLicenses(data, state);
  const isShort = isOwn && isShortList(page, state);
  const columns = isShort ? allColumns : chosenColumns;
  // Below the form of a user, nothing is said about licences that do not exist.
  if (hasNoLicenses && !isOwn) return null;

  return (
    <Card
      {...(!isOwn && {
        title: texts.table.title,
        actions: (
          <div className={styles.ways}>
            {choice}
            {getLicenseLinks}
          </div>
        ),
      })}
    >
      <div className={styles.list}>
        {!hasNoLicenses && blockedReason !== undefined && <p className={styles.second}>{blockedReason}</p>}
        {!hasNoLicenses && !isShort && <Filters {...{ state, change, page }} end={isOwn && choice} />}
        <PagedTable<License>
          label={texts.table.title}
          columns={columns}
          rowKey={({ licenseId }) => licenseId}
          page={page}
          rows={data?.items.filter((license) => !earlier.includes(license))}
          tableTexts={findEmptyTexts(blockedReason ?? texts.table.empty.text, state)}
          picture="licence"
          address={state}
          usualSort={defaultSorts.licenses}
          cleared={noFilters}
          onChange={change}
          announce={texts.table.found}
          isDimmed={isDimmed}
          isFolded={earlier.length > 0}
          isShort={isShort}
        />
        <EarlierLicenses earlier={earlier} columns={columns} />
      </div>
    </Card>
  );
}

type FiltersProps = {
  state: z.infer<typeof searchSchema>;
  change: Change<z.infer<typeof searchSchema>>;
  page: UseQueryResult<Reply<typeof licenses.list>>;
  end: Elements;
};

const Filters = ({ state, change, page, end }: FiltersProps) => (
  <FilterBar
    list={{
      address: state,
      filterNames: ['status'],
      page,
      change,
      filter: (values) => change({ ...values, pageNumber: undefined }),
      clear: () => change(noFilters),
    }}
    listTexts={texts.table}
    fields={{ status: { label: texts.table.status, choices: statusOptions } }}
    end={end}
  />
);

type EarlierLicensesProps = { earlier: readonly License[]; columns: readonly Column<License>[] };

function EarlierLicenses({ earlier, columns }: EarlierLicensesProps) {
  if (earlier.length === 0) return null;
  const label = texts.table.earlier(earlier.length);
  return (
    <Disclosure label={label}>
      {() => (
        <DataTable<License>
          label={label}
          columns={columns}
          rowKey={({ licenseId }) => licenseId}
          rows={earlier}
          onRetry={() => {}}
          empty={false}
          isDimmed={isDimmed}
        />
      )}
    </Disclosure>
  );
}

const isDimmed = ({ status }: License): boolean => status !== 'Active';

/**
 * Returns the licences that are folded below the valid ones: those that are no longer valid, if the list is not searched, filtered or sorted,
 * fits on one page, and has a valid one.
 */
function findEarlierLicenses(
  page: { items: readonly License[]; total: number } | undefined,
  { keyword, status, sort }: FilterState & { sort?: unknown },
): readonly License[] {
  if (!page || page.total > page.items.length || keyword !== undefined || status !== undefined || sort !== undefined)
    return [];
  const earlier = page.items.filter((license) => license.status !== 'Active');
  return earlier.length < page.items.length ? earlier : [];
}

/**
 * Creates the columns with the names of tools, add-ons and brands. An unknown or deleted tool, add-on or brand is shown
 * by its id.
 */
function useColumns(userId: number, renderActions: LicensesTableProps['renderActions']) {
  const { setup } = useSetup();
  const entitlements = useQuery(createEntitlementsQuery(userId)).data?.items ?? [];
  const [now] = useState(Date.now);
  return createLicensesColumns({
    tools: new Map(entitlements.map(({ tool, toolName }) => [tool, toolName])),
    addOns: new Map(entitlements.flatMap(({ addOns }) => addOns.map(({ id, name }) => [id, name]))),
    brands: new Map(setup.brands.map(({ id, name }) => [id, name])),
    now,
    renderActions,
  });
}

/** The links to get a licence for the signed-in user, or on behalf of another user. */
const GetLicense = ({ search }: { search: { user: number } }) => (
  <>
    <LinkButton to="/license/many" search={search} icon={<MonitorCog aria-hidden="true" />}>
      {texts.severalPcs}
    </LinkButton>
    <LinkButton to="/license/verify" search={search} icon={<FileKey2 aria-hidden="true" />}>
      {texts.onBehalf.issue}
    </LinkButton>
  </>
);

type FilterState = { keyword?: string | undefined; status?: LicenseStatus | undefined };

const findEmptyTexts = (empty: string, { keyword, status }: FilterState) => {
  const { failed, noResult, states } = texts.table;
  return {
    failed,
    empty: { title: texts.table.empty.title, text: empty },
    noResult: {
      ...noResult,
      text: noResult.text(keyword, status && states[status]),
      clear: noResult.clear[status ? 'all' : 'search'],
    },
  };
};

const statusOptions = licenseStatus.options.map((value) => ({ value, label: texts.table.states[value] }));

type ColumnOptions = {
  tools: ReadonlyMap<string, string>;
  addOns: ReadonlyMap<string, string>;
  brands: ReadonlyMap<string, string>;
  /** The current time in milliseconds since 1970. */
  now: number;
  /** Renders further actions for a licence. */
  renderActions?: ((license: License) => Elements) | undefined;
};

/**
 * Creates the columns of the list of licences. The id of a sortable column is the name of the sort field in the
 * request.
 */
const createLicensesColumns = ({
  tools,
  addOns,
  brands,
  now,
  renderActions,
}: ColumnOptions): readonly Column<License>[] => [
  {
    id: 'machineName',
    header: texts.table.machine,
    sortable: true,
    isCardTitle: true,
    cell: ({ machineName, licenseId }) => (
      <Link to={`/license/${licenseId}`} className={styles.machine ?? ''} translate="no">
        {formatMachine(machineName)}
      </Link>
    ),
  },
  {
    id: 'status',
    header: texts.table.status,
    isBesideCardTitle: true,
    cell: ({ status, bridge }) => <LicenseStatusBadge status={status} bridge={bridge} />,
  },
  {
    id: 'tool',
    header: texts.table.tool,
    needsNoHeading: true,
    cell: ({ tool, version, brand, configTools }) => (
      <TwoLines secondLine={[brands.get(brand) ?? brand, ...configTools.map((id) => addOns.get(id) ?? id)].join(' · ')}>
        <span>{`${tools.get(tool) ?? tool} ${version}`}</span>
      </TwoLines>
    ),
  },
  {
    id: 'expiryDate',
    header: texts.table.expires,
    sortable: true,
    cell: (license) => <LicenseExpiry license={license} now={now} />,
  },
  {
    id: 'issuedAt',
    header: texts.table.issued,
    sortable: true,
    isOnlyInTable: true,
    cell: ({ issuedAt }) => <span className={styles.date}>{formatShortDay(issuedAt)}</span>,
  },
  {
    id: 'download',
    header: texts.table.file,
    needsNoHeading: true,
    cell: (license) => <LicenseActions license={license}>{renderActions?.(license)}</LicenseActions>,
  },
];
