import type { AuditEntry } from '@basics/contract/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { audit as texts } from '#portal/texts/audit.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { addressed, cleared } from './addressed.ts';
import { AuditFilters } from './audit-filters.tsx';
import { entriesLike, exportEntries } from './audit.queries.ts';
import { entriesColumns } from './entries-columns.tsx';
import { EntryPanel } from './entry-panel.tsx';

/** Who did what, when; an entry opens beside the list with what it changed. */
export function AuditPage() {
  const [state, change] = useSearchState(addressed);
  const { entry, ...asked } = state;
  const page = useQuery(entriesLike(asked));
  const { data } = page;
  const opened = data?.items.find(({ auditId }) => auditId === entry);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <Card>
        <Stack>
          <AuditFilters state={state} change={change} actions={data?.actions ?? []} />
          <PagedTable<AuditEntry>
            label={texts.title}
            columns={entriesColumns((auditId) => ({ ...state, entry: auditId }))}
            rowKey={({ auditId }) => auditId}
            page={page}
            words={texts}
            address={state}
            cleared={cleared}
            onChange={change}
            announce={texts.found}
          />
          <ExportButton total={data?.total ?? 0} fetchFile={(signal) => exportEntries(asked, signal)} />
        </Stack>
      </Card>
      {opened && (
        <EntryPanel
          entry={opened}
          onClose={() => change({ entry: undefined })}
          onOnly={(filters) => change({ ...cleared, ...filters, entry: undefined })}
        />
      )}
    </>
  );
}
