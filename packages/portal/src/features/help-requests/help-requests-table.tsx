import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { helpListFields, helpStates, type HelpRequest } from '@basics/contract/help-requests/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { createCompanyFilter } from '#portal/session/people/company-filter.tsx';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { HelpRequestPanel } from './help-request-panel.tsx';
import { countriesQuery, helpRequestsList } from './help-requests.queries.ts';
import { createCountryOptions } from '#portal/messages/names.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { AgeCell } from '#portal/ui/tables/age-cell.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { RowLink, OneLine, TwoLines } from '#portal/ui/tables/cells.tsx';
import { formatPc, formatCustomer, formatRefusal } from './help-format.tsx';

/**
 * The list of help requests. The address of the page contains keyword, filter, sort order, page and the open help request. Without a state
 * filter, only open help requests are shown.
 */
export function HelpRequestsTable() {
  const list = useList(helpRequestsList);
  const { address, change } = list;
  const { request: openRequestId } = address;
  const [now] = useState(Date.now);
  const { userId: ownId } = useUser();
  const { data: countries = [] } = useQuery(countriesQuery);
  const rows = list.page.data?.items ?? [];
  const { columns, choice } = useShownColumns(
    'helpRequests',
    createHelpRequestsColumns({ search: (request) => ({ ...address, request }), now }),
  );

  return (
    <Card>
      <Stack>
        <FilterBar
          list={list}
          listTexts={texts}
          end={choice}
          shownFields={declareShownFields(helpListFields, {
            labels: texts.fields,
            choices: {
              country: createCountryOptions(countries),
              salesman: [{ value: String(ownId), label: texts.me }],
            },
          })}
          fields={{
            company: createCompanyFilter(list),
            state: {
              label: texts.filters.state,
              preset: { text: texts.states.open, off: 'all' },
              choices: stateChoices,
            },
          }}
        />
        <ListTable<HelpRequest>
          list={list}
          tableTexts={texts}
          picture="tray"
          columns={columns}
          rowKey={({ helpRequestId }) => helpRequestId}
          expectedRows={8}
        />
      </Stack>
      {openRequestId !== undefined && (
        <HelpRequestPanel
          key={openRequestId}
          id={openRequestId}
          onClose={() => change({ request: undefined }, { replace: true })}
          onAnswered={() => change({ request: findNext(rows, openRequestId) }, { replace: true })}
        />
      )}
    </Card>
  );
}

const stateChoices = [
  ...helpStates.filter((state) => state !== 'open').map((state) => ({ value: state, label: texts.states[state] })),
  { value: 'all', label: texts.filters.all },
];

/**
 * Returns the id of the help request that opens after the answer: the next help request in the list, or else the
 * previous help request.
 */
function findNext(rows: readonly HelpRequest[], id: number): number | undefined {
  const index = rows.findIndex(({ helpRequestId }) => helpRequestId === id);
  return index === -1 ? undefined : (rows[index + 1] ?? rows[index - 1])?.helpRequestId;
}

type ColumnsOptions = {
  /** Returns the search parameters of the address that opens a help request. */
  search: (helpRequestId: number) => Record<string, unknown>;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/**
 * Creates the columns of the list of help requests. The id of a sortable column is the name of the sort field in the
 * request.
 */
const createHelpRequestsColumns = ({ search, now }: ColumnsOptions): readonly Column<HelpRequest>[] => [
  {
    id: 'lastName',
    header: texts.columns.name,
    sortable: true,
    isCardTitle: true,
    cell: (helpRequest) => (
      <TwoLines secondLine={helpRequest.user.login}>
        <RowLink search={search(helpRequest.helpRequestId)}>{formatCustomer(helpRequest)}</RowLink>
      </TwoLines>
    ),
  },
  {
    id: 'company',
    header: texts.columns.company,
    sortable: true,
    isOnlyInTable: true,
    cell: ({ user }) => <OneLine>{user.company || texts.none}</OneLine>,
  },
  { id: 'machineName', header: texts.columns.machine, sortable: true, needsNoHeading: true, cell: formatPc },
  { id: 'problem', header: texts.columns.problem, needsNoHeading: true, cell: formatRefusal },
  {
    id: 'askedAt',
    header: texts.columns.asked,
    sortable: true,
    needsNoHeading: true,
    cell: ({ askedAt, state }) => <AgeCell at={askedAt} now={now} isWaiting={state === 'open'} />,
  },
];
