import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { licenseAges, type FleetCounts } from '@basics/contract/fleet/fleet.ts';
import { formatCountry } from '#portal/messages/names.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { fleet as texts } from '#portal/texts/fleet.ts';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, CardStack } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { useSearchState, type Change } from '#portal/ui/filters/search-state.ts';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { useSelection } from '#portal/ui/selection/use-selection.ts';
import { fleetSearch, type FleetFilter } from './fleet-search.ts';
import { createVersionsQuery } from './fleet.queries.ts';
import { SendNoteDialog } from './send-note-dialog.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import styles from './fleet.module.css';

/**
 * The page that shows the versions on the PCs of users in the scope of the signed-in user, and sends release notes to
 * the owners of chosen PCs.
 */
export function FleetPage() {
  const [{ note, ...filter }, change] = useSearchState(fleetSearch);
  const versionsQuery = useQuery(createVersionsQuery(filter));
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} />
      <QueryContent
        query={versionsQuery}
        failedTitle={texts.failed}
        loading={<ItemsLoading loadingText={texts.loading} />}
      >
        {(counts) => (
          <CardStack>
            <p>{counts.countedAt === null ? texts.notCounted : texts.countedAt(formatMoment(counts.countedAt))}</p>
            <FleetFilters counts={counts} filter={filter} onChange={change} />
            <Versions key={counts.tool} counts={counts} filter={filter} firstNote={note ?? null} />
            <Countries counts={counts} />
          </CardStack>
        )}
      </QueryContent>
    </>
  );
}

type VersionCount = FleetCounts['versions'][number];

/** Converts a version to one number, which identifies its row: "1.10.0" to 1 010 000. */
const toRowId = (version: string): number =>
  version.split('.').reduce((number, part) => number * 1000 + Number(part), 0);

type VersionsProps = { counts: FleetCounts; filter: FleetFilter; firstNote: number | null };

function Versions({ counts, filter, firstNote }: VersionsProps) {
  const selection = useSelection(counts.versions, ({ version }) => toRowId(version));
  const [isDialogOpen, setDialogOpen] = useState(false);
  const total = counts.versions.reduce((sum, { pcs }) => sum + pcs, 0);
  const { columns, choice } = useShownColumns('versions', listColumns(total));
  const selectedVersions = selection.rows.map(({ version }) => version);
  const versions = selectedVersions.length === 0 && filter.version !== undefined ? [filter.version] : selectedVersions;
  return (
    <Card
      title={texts.versions.title}
      actions={
        <>
          {choice}
          <Allowed any={['users.edit']}>
            <Button
              icon={<Send aria-hidden="true" />}
              disabled={counts.versions.length === 0}
              onClick={() => setDialogOpen(true)}
            >
              {texts.note.open}
            </Button>
          </Allowed>
        </>
      }
    >
      <DataTable<VersionCount>
        label={texts.versions.title}
        columns={[createSelectionColumn({ selection, readName: ({ version }) => version }), ...columns]}
        rows={counts.versions}
        rowKey={({ version }) => version}
        onRetry={() => {}}
        empty={<p>{texts.versions.nothing}</p>}
      />
      {isDialogOpen && counts.tool !== null && (
        <SendNoteDialog
          selection={{
            tool: counts.tool,
            ...(versions.length > 0 && { versions }),
            ...(filter.country !== undefined && { country: filter.country }),
            ...(filter.brand !== undefined && { brand: filter.brand }),
          }}
          firstChoice={firstNote}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </Card>
  );
}

const listColumns = (total: number): Column<VersionCount>[] => [
  { id: 'version', header: texts.versions.columns.version, isCardTitle: true, cell: ({ version }) => version },
  { id: 'pcs', header: texts.versions.columns.pcs, align: 'end', cell: ({ pcs }) => pcs },
  {
    id: 'share',
    header: texts.versions.columns.share,
    align: 'end',
    cell: ({ pcs }) => texts.versions.share(Math.round((100 * pcs) / total)),
  },
  ...licenseAges.map(({ from, to }, index): Column<VersionCount> => ({
    id: `age${from}`,
    header: texts.versions.age(from, to),
    align: 'end',
    cell: ({ ages }) => ages[index] ?? 0,
  })),
];

const countryColumns: readonly Column<FleetCounts['countries'][number]>[] = [
  {
    id: 'country',
    header: texts.countries.columns.country,
    isCardTitle: true,
    cell: ({ country }) => (country === '' ? texts.noCountry : formatCountry(country)),
  },
  { id: 'pcs', header: texts.countries.columns.pcs, align: 'end', cell: ({ pcs }) => pcs },
];

const Countries = ({ counts }: { counts: FleetCounts }) => (
  <Card title={texts.countries.title}>
    <DataTable
      label={texts.countries.title}
      columns={countryColumns}
      rows={counts.countries}
      rowKey={({ country }) => country}
      onRetry={() => {}}
      empty={<p>{texts.versions.nothing}</p>}
    />
  </Card>
);

type FleetFiltersProps = { counts: FleetCounts; filter: FleetFilter; onChange: Change<FleetFilter> };

/** The fields that select the tool, the version, the country and the brand of the counted PCs. */
const FleetFilters = ({ counts, filter, onChange }: FleetFiltersProps) => (
  <div className={styles.filters}>
    <Select
      label={texts.filters.tool}
      value={counts.tool ?? ''}
      options={counts.tools.map(({ tool, name, pcs }) => ({ value: tool, label: texts.option(name, pcs) }))}
      onChange={({ target }) => onChange({ tool: target.value, version: undefined })}
    />
    <Select
      label={texts.filters.version}
      placeholder={texts.filters.all}
      value={filter.version ?? ''}
      options={counts.versions.map(({ version, pcs }) => ({ value: version, label: texts.option(version, pcs) }))}
      onChange={({ target }) => onChange({ version: target.value || undefined })}
    />
    <Select
      label={texts.filters.country}
      placeholder={texts.filters.all}
      value={filter.country ?? ''}
      options={counts.countries
        .filter(({ country }) => country !== '')
        .map(({ country, pcs }) => ({ value: country, label: texts.option(formatCountry(country), pcs) }))}
      onChange={({ target }) => onChange({ country: target.value || undefined })}
    />
    <Select
      label={texts.filters.brand}
      placeholder={texts.filters.all}
      value={filter.brand ?? ''}
      options={counts.brands.map(({ brand, name, pcs }) => ({ value: brand, label: texts.option(name, pcs) }))}
      onChange={({ target }) => onChange({ brand: target.value || undefined })}
    />
  </div>
);
