import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { OwnedLicense } from '@basics/contract/license-admin.ts';
import { requestIdOf } from '#portal/api/api-problem.ts';
import { licenseAdmin as texts } from '#portal/messages/en/license-admin.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { addressed, cleared } from './addressed.ts';
import { exportLicenses, filterOptions, licensesFound } from './license-admin.queries.ts';
import type { LicensePieces } from './license-pieces.ts';
import { listColumns } from './list-columns.tsx';
import { ListFilters } from './list-filters.tsx';
import styles from './license-admin.module.css';
import { lazyPart } from '#portal/loading/lazy-part.tsx';

// Nobody needs it before he opens a licence.
const LicensePanel = lazyPart(async () => (await import('./license-panel.tsx')).LicensePanel);

/** Search, filters, sort, page and the licence that is open stand in the address. */
export function LicensesList(pieces: LicensePieces) {
  const [address, change] = useSearchState(addressed);
  const { license: opened, ...asked } = address;
  const page = useQuery(licensesFound(asked));
  const { data: options, error, isPending, refetch } = useQuery(filterOptions);
  const search = (licenseId: number) => ({ ...address, license: licenseId });
  const [now] = useState(Date.now);
  const total = page.data?.total;

  return (
    <Card>
      <Stack>
        <ListFilters address={address} options={options} onChange={change} />
        {error && (
          <LoadFailed title={texts.optionsFailed} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        <div className={styles.tools}>
          <output>{total !== undefined && texts.found(total)}</output>
        </div>
        <PagedTable<OwnedLicense>
          label={texts.title}
          columns={listColumns({ ...pieces, options, search, now })}
          rowKey={({ licenseId }) => licenseId}
          page={page}
          isWaiting={isPending}
          words={texts}
          address={address}
          cleared={cleared}
          onChange={change}
          isDimmed={({ status }) => status !== 'Active'}
          expected={10}
        />
        <ExportButton total={total ?? 0} fetchFile={(signal) => exportLicenses(asked, signal)} />
      </Stack>
      {opened !== undefined && (
        <Suspense>
          <LicensePanel
            key={opened}
            licenseId={opened}
            options={options}
            search={search}
            onClose={() => change({ license: undefined }, { replace: true })}
            {...pieces}
          />
        </Suspense>
      )}
    </Card>
  );
}
