import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/messages/en/requests.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { DataTable } from '#portal/ui/data-table.tsx';
import { EmptyState } from '#portal/ui/empty-state.tsx';
import { Pagination } from '#portal/ui/pagination.tsx';
import { useSearchState } from '#portal/ui/search-state.ts';
import { selectionColumn } from '#portal/ui/selection-boxes.tsx';
import { useSelection } from '#portal/ui/use-selection.ts';
import { Announced } from '#portal/ui/visually-hidden.tsx';
import { RefusedRequests } from './delete-requests.tsx';
import type { Refused } from './delete-requests.tsx';
import { RequestPanel } from './request-panel.tsx';
import { nameOf } from './request-words.tsx';
import { cleared, isNarrowed, requestsAddress } from './requests-address.ts';
import { requestsColumns } from './requests-columns.tsx';
import { RequestsFilters } from './requests-filters.tsx';
import { RequestsSelection } from './requests-selection.tsx';
import { requestOptions, requestsFound } from './requests.queries.ts';
import styles from './requests-page.module.css';

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
  const rows = data?.items ?? [];
  const selection = useSelection<Request>(rows, ({ userId }) => userId);
  const mayDelete = permissions.includes('requests.delete');
  const search = (userId: number) => ({ ...address, request: userId });
  const columns = requestsColumns({ options: options.data, search, now });
  const isPastEnd = data !== undefined && data.total > 0 && rows.length === 0;

  return (
    <Card>
      <div className={styles.list}>
        <RequestsFilters address={address} options={options.data} onChange={change} />
        {refused.length > 0 && <RefusedRequests refused={refused} />}
        {isNarrowed(address) && data && !page.isPlaceholderData && <Announced>{texts.found(data.total)}</Announced>}
        <DataTable<Request>
          label={texts.title}
          columns={mayDelete ? [selectionColumn({ selection, nameOf }), ...columns] : columns}
          rowKey={({ userId }) => userId}
          rows={data?.items}
          problem={page.error && { message: texts.failed, requestId: requestIdOf(page.error) }}
          onRetry={() => void page.refetch()}
          stale={page.isPlaceholderData}
          sort={{ current: address.sort, search: (sort) => ({ ...address, sort, pageNumber: undefined }) }}
          empty={<NobodyWaits />}
          expected={8}
          {...((isNarrowed(address) || isPastEnd) && {
            noResult: (
              <NoResult isPastEnd={isPastEnd} onClear={() => change(isPastEnd ? { pageNumber: undefined } : cleared)} />
            ),
          })}
        />
        {data && rows.length > 0 && (
          <Pagination
            pageNumber={data.pageNumber}
            pageSize={data.pageSize}
            total={data.total}
            search={(pageNumber) => ({ ...address, pageNumber: pageNumber === 1 ? undefined : pageNumber })}
          />
        )}
        <RequestsSelection selection={selection} asked={asked} total={data?.total ?? 0} onRefused={setRefused} />
      </div>
      {opened !== undefined && (
        <RequestPanel
          key={opened}
          userId={opened}
          options={options.data}
          next={{ ...address, request: nextOf(rows, opened) }}
          onMove={(to) => change(to, { replace: true })}
        />
      )}
    </Card>
  );
}

/** The request after this one, else the one before it: what opens once this one is decided. */
function nextOf(rows: readonly Request[], userId: number): number | undefined {
  const at = rows.findIndex((row) => row.userId === userId);
  return (rows[at + 1] ?? rows[at - 1])?.userId;
}

const NobodyWaits = () => (
  <EmptyState title={texts.empty.title}>
    <p>{texts.empty.text}</p>
  </EmptyState>
);

const NoResult = ({ isPastEnd, onClear }: { isPastEnd: boolean; onClear: () => void }) => (
  <EmptyState
    title={texts.noResult.title}
    actions={<Button onClick={onClear}>{isPastEnd ? texts.noResult.toStart : texts.noResult.clear}</Button>}
  >
    <p>{isPastEnd ? texts.noResult.pageText : texts.noResult.text}</p>
  </EmptyState>
);

const requestIdOf = (error: Error): string | null => (error instanceof ApiProblem ? error.requestId : null);
