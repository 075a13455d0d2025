import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { DeletableSelection } from '#portal/session/editing/deletable-selection.tsx';
import type { Deletable } from '#portal/session/editing/deletable-selection.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { QueryFailed } from '#portal/ui/feedback/load-failed.tsx';
import { RefusedNotice } from '#portal/ui/feedback/refused-notice.tsx';
import type { Refused } from '#portal/ui/feedback/refused-notice.tsx';
import { createSelectionColumn } from '#portal/ui/lists/selection-boxes.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useSelection } from '#portal/ui/lists/use-selection.ts';
import { RequestPanel } from './request-panel.tsx';
import { formatApplicant } from './request-words.tsx';
import { createRequestsColumns } from './requests-columns.tsx';
import { RequestsFilters } from './requests-filters.tsx';
import { invalidateRequests, removeRequests, requestOptions, requestsList } from './requests.queries.ts';
import { useDelayedDecisions } from './use-leaving.ts';

// Loaded when the first request is selected.
const DecideRequests = createLazyPart(
  async () => (await import('#portal/session/editing/decide-requests.tsx')).DecideRequests,
);

/** The requests; the address holds keyword, filters, sort, page and the open request. */
export function RequestsTable() {
  const list = useList(requestsList);
  const { address, change, total } = list;
  const { request: opened } = address;
  const { permissions } = useUser();
  const options = useQuery(requestOptions);
  const [now] = useState(Date.now);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const leaving = useDelayedDecisions();
  const found = leaving.others(list.page.data?.items);
  const rows = found ?? [];
  const selection = useSelection<Request>(rows, ({ userId }) => userId);
  const mayDelete = permissions.includes('requests.delete');
  const columns = createRequestsColumns({ options: options.data, search: (request) => ({ ...address, request }), now });

  return (
    <Card>
      <Stack>
        <RequestsFilters list={list} options={options.data} />
        <QueryFailed query={options} title={texts.optionsFailed} />
        {refused.length > 0 && <RefusedNotice title={texts.remove.refused(refused.length)} refused={refused} />}
        <ListTable<Request>
          list={list}
          words={texts}
          picture="tray"
          columns={mayDelete ? [createSelectionColumn({ selection, readName: formatApplicant }), ...columns] : columns}
          rowKey={({ userId }) => userId}
          isWaiting={options.isPending}
          rows={found}
          expected={12}
        />
        <DeletableSelection
          kind={deletable}
          renderActions={(selected, onDone) => (
            <Suspense>
              <DecideRequests rows={selected} onDone={onDone} />
            </Suspense>
          )}
          selection={selection}
          total={total}
          findAll={() => requestsList.allRows(address)}
          onRefused={setRefused}
        />
      </Stack>
      {opened !== undefined && (
        <RequestPanel
          key={opened}
          userId={opened}
          options={options.data}
          next={{ ...address, request: findNext(rows, opened) }}
          onMove={(to) => change(to, { replace: true })}
          onRemove={leaving.remove}
          onApprove={leaving.approve}
        />
      )}
    </Card>
  );
}

const deletable: Deletable<Request> = {
  readId: ({ userId }) => userId,
  readName: formatApplicant,
  words: texts.remove,
  remove: removeRequests,
  invalidateLists: invalidateRequests,
};

/** Returns the request after this one, else the one before it: it opens when this one is decided. */
function findNext(rows: readonly Request[], userId: number): number | undefined {
  const at = rows.findIndex((row) => row.userId === userId);
  return (rows[at + 1] ?? rows[at - 1])?.userId;
}
