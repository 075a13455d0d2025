import { useState } from 'react';
import { helpStates } from '@basics/contract/help-requests.ts';
import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/lists/use-shown-columns.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { HelpRequestPanel } from './help-request-panel.tsx';
import { createHelpRequestsColumns } from './help-requests-columns.tsx';
import { helpRequestsList } from './help-requests.queries.ts';

/**
 * The list of help requests. The address of the page contains keyword, filter, sort order, page and the open help request. Without a state
 * filter, only open help requests are shown.
 */
export function HelpRequestsTable() {
  const list = useList(helpRequestsList);
  const { address, change } = list;
  const { request: openRequestId } = address;
  const [now] = useState(Date.now);
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
          fields={{
            state: {
              label: texts.filters.state,
              placeholder: texts.filters.open,
              choices: stateChoices,
              // The text of the filter value `open`, which a link may set and the select does not offer.
              valueText: address.state && texts.states[address.state],
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
          nextId={findNext(rows, openRequestId)}
          onOpenRequest={(request) => change({ request }, { replace: true })}
        />
      )}
    </Card>
  );
}

const stateChoices = helpStates
  .filter((state) => state !== 'open')
  .map((state) => ({ value: state, label: texts.states[state] }));

/**
 * Returns the id of the help request that opens after the answer: the next help request in the list, or else the
 * previous help request.
 */
function findNext(rows: readonly HelpRequest[], id: number): number | undefined {
  const index = rows.findIndex(({ helpRequestId }) => helpRequestId === id);
  return index === -1 ? undefined : (rows[index + 1] ?? rows[index - 1])?.helpRequestId;
}
