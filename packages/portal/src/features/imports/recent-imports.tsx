import type { LargeImportSummary } from '@basics/contract/imports/imports.ts';
import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '#portal/messages/times.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import { Card } from '#portal/ui/layout/layout.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { RowLink } from '#portal/ui/tables/cells.tsx';
import { recentImports } from './large-imports.queries.ts';

const largeTexts = texts.large;

/** Lists the newest background imports. Renders nothing if there is no background import. */
export function RecentImports() {
  const { data } = useQuery(recentImports);
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={largeTexts.recent}>
      <DataTable<LargeImportSummary>
        label={largeTexts.recent}
        columns={columns}
        rowKey={({ importId }) => importId}
        rows={data.items}
        onRetry={() => {}}
        empty={null}
      />
    </Card>
  );
}

const columns: readonly Column<LargeImportSummary>[] = [
  {
    id: 'name',
    header: largeTexts.file,
    isCardTitle: true,
    cell: ({ importId, kind, name }) => (
      <RowLink search={{ kind, import: importId }}>{name || largeTexts.noName}</RowLink>
    ),
  },
  { id: 'kind', header: texts.what, cell: ({ kind }) => texts.kinds[kind] },
  { id: 'state', header: largeTexts.state, cell: ({ state }) => largeTexts.states[state] },
  { id: 'createdAt', header: largeTexts.begun, cell: ({ createdAt }) => formatMoment(createdAt) },
];
