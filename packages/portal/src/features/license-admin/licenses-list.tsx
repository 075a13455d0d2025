import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { OwnedLicense } from '@basics/contract/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { createSelectionColumn } from '#portal/ui/lists/selection-boxes.tsx';
import { useSelection } from '#portal/ui/lists/use-selection.ts';
import { QueryFailed } from '#portal/ui/feedback/load-failed.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/lists/use-shown-columns.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { filterOptionsQuery, licensesList } from './license-admin.queries.ts';
import type { LicenseRenderers } from './license-renderers.ts';
import { createListColumns } from './list-columns.tsx';
import { formatOwnedLicense } from './license-format.ts';
import { ListFilters } from './list-filters.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

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
