import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { HelpRequestPanel } from './help-request-panel.tsx';
import { cleared, helpRequestsAddress } from './help-requests-address.ts';
import { helpRequestsColumns } from './help-requests-columns.tsx';
import { HelpRequestsFilters } from './help-requests-filters.tsx';
import { exportHelpRequests, helpRequestsFound } from './help-requests.queries.ts';

/** The queue: search, filter, sort, page and the one that is open stand in the address. */
export function HelpRequestsTable() {
  const [address, change] = useSearchState(helpRequestsAddress);
  const { request: opened, ...asked } = address;
  const page = useQuery(helpRequestsFound(asked));
  const [now] = useState(Date.now);
  const { data } = page;
  const rows = data?.items ?? [];
  const columns = helpRequestsColumns({ search: (request) => ({ ...address, request }), now });

  return (
    <Card>
      <Stack>
        <HelpRequestsFilters address={address} onChange={change} />
        <PagedTable<HelpRequest>
          label={texts.title}
          columns={columns}
          rowKey={({ helpRequestId }) => helpRequestId}
          page={page}
          words={texts}
          address={address}
          cleared={cleared}
          onChange={change}
          announce={texts.found}
          expected={8}
        />
        <ExportButton total={data?.total ?? 0} fetchFile={(signal) => exportHelpRequests(asked, signal)} />
      </Stack>
      {opened !== undefined && (
        <HelpRequestPanel
          key={opened}
          id={opened}
          next={nextOf(rows, opened)}
          onMove={(request) => change({ request }, { replace: true })}
        />
      )}
    </Card>
  );
}

/** The one after this, else the one before it: what opens once this one is answered. */
function nextOf(rows: readonly HelpRequest[], id: number): number | undefined {
  const at = rows.findIndex(({ helpRequestId }) => helpRequestId === id);
  return at === -1 ? undefined : (rows[at + 1] ?? rows[at - 1])?.helpRequestId;
}
