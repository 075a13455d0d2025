import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { requestIdOf } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { RefusedNotice } from '#portal/ui/feedback/refused-notice.tsx';
import type { Refused } from '#portal/ui/feedback/refused-notice.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { selectionColumn } from '#portal/ui/lists/selection-boxes.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { useSelection } from '#portal/ui/lists/use-selection.ts';
import { RequestPanel } from './request-panel.tsx';
import { nameOf } from './request-words.tsx';
import { cleared, requestsAddress } from './requests-address.ts';
import { requestsColumns } from './requests-columns.tsx';
import { RequestsFilters } from './requests-filters.tsx';
import { RequestsSelection } from './requests-selection.tsx';
import { exportRequests, requestOptions, requestsFound } from './requests.queries.ts';
import { useLeaving } from './use-leaving.ts';

/** The queue: search, filters, sort, page and the request that is open stand in the address. */
export function RequestsTable() {
  const [address, change] = useSearchState(requestsAddress);
  const { request: opened, ...asked } = address;
  const { permissions } = useUser();
  const page = useQuery(requestsFound(asked));
  const options = useQuery(requestOptions);
  const [now] = useState(Date.now);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { data } = page;
  const leaving = useLeaving();
  const found = leaving.others(data?.items);
  const rows = found ?? [];
  const selection = useSelection<Request>(rows, ({ userId }) => userId);
  const mayDelete = permissions.includes('requests.delete');
  const columns = requestsColumns({ options: options.data, search: (request) => ({ ...address, request }), now });

  return (
    <Card>
      <Stack>
        <RequestsFilters address={address} options={options.data} onChange={change} />
        <OptionsFailed error={options.error} onRetry={() => void options.refetch()} />
        {refused.length > 0 && <RefusedNotice title={texts.remove.refused(refused.length)} refused={refused} />}
        <PagedTable<Request>
          label={texts.title}
          columns={mayDelete ? [selectionColumn({ selection, nameOf }), ...columns] : columns}
          rowKey={({ userId }) => userId}
          page={page}
          isWaiting={options.isPending}
          rows={found}
          words={texts}
          address={address}
          cleared={cleared}
          onChange={change}
          announce={texts.found}
          expected={12}
        />
        <ExportButton total={data?.total ?? 0} fetchFile={(signal) => exportRequests(asked, signal)} />
        <RequestsSelection selection={selection} asked={asked} total={data?.total ?? 0} onRefused={setRefused} />
      </Stack>
      {opened !== undefined && (
        <RequestPanel
          key={opened}
          userId={opened}
          options={options.data}
          next={{ ...address, request: nextOf(rows, opened) }}
          onMove={(to) => change(to, { replace: true })}
          onRemove={leaving.remove}
        />
      )}
    </Card>
  );
}

const OptionsFailed = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error && <LoadFailed title={texts.optionsFailed} requestId={requestIdOf(error)} onRetry={onRetry} />;

/** The request after this one, else the one before it: what opens once this one is decided. */
function nextOf(rows: readonly Request[], userId: number): number | undefined {
  const at = rows.findIndex((row) => row.userId === userId);
  return (rows[at + 1] ?? rows[at - 1])?.userId;
}
