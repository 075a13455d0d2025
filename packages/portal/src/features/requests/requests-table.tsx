import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { requests as texts } from '#portal/texts/requests.ts';
import { createCompanyFilter } from '#portal/session/people/company-filter.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Card, Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { countSelected } from '#portal/session/bulk/bulk.queries.ts';
import { DeletableSelection, type Deletable } from '#portal/session/bulk/deletable-selection.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { useList, type List } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { useSelection } from '#portal/ui/selection/use-selection.ts';
import { RequestPanel } from './request-panel.tsx';
import { formatApplicant } from './request-format.tsx';
import { createRequestsColumns } from './requests-columns.tsx';
import { invalidateRequests, removeRequests, requestOptions, requestsList } from './requests.queries.ts';
import { useDecisions } from './use-decisions.ts';
import { type Request } from '@basics/contract/requests/requests.ts';
import { requestFilters, requestListFields } from '@basics/contract/requests/request-lists.ts';
import { createCountryOptions } from '#portal/messages/names.ts';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { toChoices, FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import type { RequestOptions } from './requests.queries.ts';

// The bar for selected requests is loaded when the first request is selected.
const DecideRequests = createLazyPart(
  async () => (await import('#portal/session/bulk/decide-requests.tsx')).DecideRequests,
);

/** The list of requests. The address of the page contains keyword, filters, sort order, page and the open request. */
export function RequestsTable() {
  const list = useList(requestsList);
  const { address, change, total } = list;
  const { request: openUserId } = address;
  const { permissions, userId: ownId } = useUser();
  const options = useQuery(requestOptions);
  const [now] = useState(Date.now);
  const decisions = useDecisions();
  const visibleRequests = decisions.withoutHidden(list.page.data?.items);
  const rows = visibleRequests ?? [];
  const selection = useSelection<Request>(rows, ({ userId }) => userId, requestsList.selectionOf(address));
  const mayDelete = permissions.includes('requests.delete');
  const { columns, choice } = useShownColumns(
    'requests',
    createRequestsColumns({ options: options.data, address, now }),
  );

  return (
    <Card>
      <Stack>
        <RequestsFilters list={list} options={options.data} ownId={ownId} columnChoice={choice} />
        <QueryFailed query={options} title={texts.optionsFailed} />
        <ListTable<Request>
          list={list}
          tableTexts={texts}
          picture="tray"
          columns={mayDelete ? [createSelectionColumn({ selection, readName: formatApplicant }), ...columns] : columns}
          rowKey={({ userId }) => userId}
          isWaiting={options.isPending}
          rows={visibleRequests}
          expectedRows={12}
        />
        <DeletableSelection
          kind={deletableRequests}
          renderActions={(selectedRows, onDone) => (
            <Suspense>
              <DecideRequests rows={selectedRows} all={selection.all} onDone={onDone} />
            </Suspense>
          )}
          selection={selection}
          total={total}
          onSelectAll={async () => selection.selectAll(await countSelected.requests(requestsList.selectionOf(address)))}
        />
      </Stack>
      {openUserId !== undefined && (
        <RequestPanel
          key={openUserId}
          userId={openUserId}
          options={options.data}
          listSearch={{ ...address, request: findNextUserId(rows, openUserId) }}
          onClose={() => change({ request: undefined }, { replace: true })}
          onDecided={() => change({ request: findNextUserId(rows, openUserId) }, { replace: true })}
          onRemove={decisions.remove}
          onApprove={decisions.approve}
        />
      )}
    </Card>
  );
}

const deletableRequests: Deletable<Request> = {
  readId: ({ userId }) => userId,
  readName: formatApplicant,
  readFacts: ({ company, country }) => ({ company, country }),
  deletionTexts: texts.remove,
  deletion: { kind: 'requests', remove: removeRequests },
  invalidateLists: invalidateRequests,
};

/**
 * Returns the user id of the request that opens after the request of this user is decided: the next request in the list, or else the
 * previous request.
 */
function findNextUserId(rows: readonly Request[], userId: number): number | undefined {
  const index = rows.findIndex((row) => row.userId === userId);
  return (rows[index + 1] ?? rows[index - 1])?.userId;
}

/** The search field and the filters of the list. Without a status filter, the list shows pending requests. */
const RequestsFilters = ({
  list,
  options,
  ownId,
  columnChoice,
}: {
  list: List<typeof requestsList>;
  options: RequestOptions | undefined;
  ownId: number;
  columnChoice: Elements;
}) => (
  <FilterBar
    list={list}
    listTexts={texts}
    end={columnChoice}
    shownFields={declareShownFields(requestListFields, {
      labels: texts.fields,
      choices: {
        country: createCountryOptions(options?.countries ?? []),
        brand: toChoices(options?.brands),
        tool: toChoices(options?.tools),
        salesman: [{ value: String(ownId), label: texts.me }],
      },
    })}
    fields={{
      country: {
        ...createFilter('country'),
        choices: (options?.countries ?? []).map(({ code, name }) => ({ value: code, label: name })),
      },
      brand: { ...createFilter('brand'), choices: toChoices(options?.brands) },
      tool: { ...createFilter('tool'), choices: toChoices(options?.tools) },
      company: createCompanyFilter(list),
      status: {
        ...createFilter('status'),
        preset: { text: texts.statuses.pending, off: 'all' },
        choices: statusChoices,
      },
      olderThanDays: {
        ...createFilter('olderThanDays'),
        choices: ageChoices,
        valueText: formatAge(String(list.address.olderThanDays)),
      },
    }}
  />
);

const createFilter = (name: 'country' | 'brand' | 'tool' | 'status' | 'olderThanDays') => ({
  label: texts.filters[name],
});

const statusChoices = requestFilters
  .filter((status) => status !== 'pending')
  .map((status) => ({ value: status, label: status === 'all' ? texts.filters.all : texts.statuses[status] }));

const ageChoices = Object.entries(texts.ages).map(([value, label]) => ({ value, label }));

/** Returns the label of an age filter. A link can contain an age that the select field does not offer. */
const formatAge = (days: string): string =>
  ageChoices.find(({ value }) => value === days)?.label ?? texts.olderThan(Number(days));
