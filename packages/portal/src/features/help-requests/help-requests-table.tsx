import { useState } from 'react';
import { helpStates } from '@basics/contract/help-requests.ts';
import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { HelpRequestPanel } from './help-request-panel.tsx';
import { createHelpRequestsColumns } from './help-requests-columns.tsx';
import { helpRequestsList } from './help-requests.queries.ts';

/** The help requests; the address holds keyword, filter, sort, page and the selected one. Without a state the open ones are shown. */
export function HelpRequestsTable() {
  const list = useList(helpRequestsList);
  const { address, change } = list;
  const { request: opened } = address;
  const [now] = useState(Date.now);
  const rows = list.page.data?.items ?? [];
  const columns = createHelpRequestsColumns({ search: (request) => ({ ...address, request }), now });

  return (
    <Card>
      <Stack>
        <FilterBar
          list={list}
          search={texts.search}
          fields={{
            state: {
              label: texts.filters.state,
              placeholder: texts.filters.open,
              choices: otherStates,
              // A link may filter by the open ones explicitly, which the select does not offer.
              valueText: address.state && texts.states[address.state],
            },
          }}
        />
        <ListTable<HelpRequest>
          list={list}
          words={texts}
          picture="tray"
          columns={columns}
          rowKey={({ helpRequestId }) => helpRequestId}
          expected={8}
        />
      </Stack>
      {opened !== undefined && (
        <HelpRequestPanel
          key={opened}
          id={opened}
          next={findNext(rows, opened)}
          onMove={(request) => change({ request }, { replace: true })}
        />
      )}
    </Card>
  );
}

const otherStates = helpStates
  .filter((state) => state !== 'open')
  .map((state) => ({ value: state, label: texts.states[state] }));

/** Returns the help request after this one, else the one before it: it opens when this one is answered. */
function findNext(rows: readonly HelpRequest[], id: number): number | undefined {
  const at = rows.findIndex(({ helpRequestId }) => helpRequestId === id);
  return at === -1 ? undefined : (rows[at + 1] ?? rows[at - 1])?.helpRequestId;
}
