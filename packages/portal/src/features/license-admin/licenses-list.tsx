import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { OwnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { createCompanyFilter } from '#portal/session/people/company-filter.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { useSelection } from '#portal/ui/selection/use-selection.ts';
import { QueryFailed } from '#portal/ui/feedback/load-failed.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { filterOptionsQuery, licensesList, createOwnerNameQuery } from './license-admin.queries.ts';
import type { LicenseRenderers } from './license-renderers.ts';
import { createListColumns } from './list-columns.tsx';
import { formatOwnedLicense } from './license-format.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { licenseStatus } from '@basics/contract/licenses/licenses.ts';
import { createCountryOptions } from '#portal/messages/countries.ts';
import { toChoices, FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { FilterOptions } from './license-admin.queries.ts';
import type { Elements } from '#portal/ui/layout/elements.ts';

// The bar for selected licences is loaded when the first licence is selected.
const LicensesSelection = createLazyPart(async () => (await import('./licenses-selection.tsx')).LicensesSelection);
// The panel is loaded when the first licence is opened.
const LicensePanel = createLazyPart(async () => (await import('./license-panel.tsx')).LicensePanel);

/** The list of licences. The address of the page contains keyword, filters, sort order, page and the open licence. */
export function LicensesList(renderers: LicenseRenderers) {
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
  const selection = useSelection<OwnedLicense>(list.page.data?.items ?? [], ({ licenseId }) => licenseId);

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
            maySelect ? [createSelectionColumn({ selection, readName: formatOwnedLicense }), ...columns] : columns
          }
          rowKey={({ licenseId }) => licenseId}
          isWaiting={query.isPending}
          isDimmed={({ status }) => status !== 'Active'}
          expectedRows={10}
        />
        {selection.rows.length > 0 && (
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
  const ownerQuery = useQuery(createOwnerNameQuery(userId));
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={columnChoice}
      days={{ label: texts.filters.ends, hint: texts.filters.dayHint }}
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
