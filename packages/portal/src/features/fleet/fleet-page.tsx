import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { isPermitted } from '@basics/contract/calls/permissions.ts';
import { licenseAges, type FleetCounts } from '@basics/contract/fleet/fleet.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { formatCountry } from '#portal/messages/names.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { fleet as texts } from '#portal/texts/fleet.ts';
import { NothingHere } from '#portal/ui/feedback/empty-state.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, CardStack, Stack } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { useSearchState, type Change } from '#portal/ui/filters/search-state.ts';
import { SelectionBar } from '#portal/ui/selection/selection-bar.tsx';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { useSelection, type Selection } from '#portal/ui/selection/use-selection.ts';
import { fleetSearch, type FleetFilter } from './fleet-search.ts';
import { createVersionsQuery } from './fleet.queries.ts';
import { SendNoteDialog } from './send-note-dialog.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { FilterRow } from '#portal/ui/filters/list-filters.tsx';
import styles from './fleet.module.css';

/**
 * The page that shows the versions on the PCs of users in the scope of the signed-in user, and sends release notes to
 * the customers of chosen PCs.
 */
export function FleetPage() {
  const [{ note, ...filter }, change] = useSearchState(fleetSearch);
  const versionsQuery = useQuery(createVersionsQuery(filter));
  return (
    <>
      <PageHeading title={texts.title} />
      <QueryContent
        query={versionsQuery}
        failedTitle={texts.failed}
        loading={<ItemsLoading loadingText={texts.loading} />}
      >
        {(counts) => (
          <CardStack>
            <p>{counts.countedAt === null ? texts.notCounted : texts.counted(sumPcs(counts.versions))}</p>
            <FleetFilters counts={counts} filter={filter} onChange={change} />
            <Versions key={counts.tool} counts={counts} filter={filter} firstNote={note ?? null} />
            <Countries counts={counts} chosen={filter.country} />
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

/** The versions as a bar and as a table. Those who may write to customers select versions, and send release notes to their owners. */
function Versions({ counts, filter, firstNote }: VersionsProps) {
  const maySend = isPermitted({ any: ['users.edit'] }, useUser());
  const selection = useSelection(counts.versions, ({ version }) => toRowId(version));
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { columns, choice } = useShownColumns('versions', listColumns(sumPcs(counts.versions)));
  return (
    <Card title={texts.versions.title} actions={choice}>
      <Stack>
        <VersionBar versions={counts.versions} chosen={filter.version} />
        {maySend && counts.versions.length > 0 && <p className={styles.purpose}>{texts.note.select}</p>}
        <DataTable<VersionCount>
          label={texts.versions.title}
          columns={[
            ...(maySend ? [createSelectionColumn({ selection, readName: ({ version }) => version })] : []),
            ...columns,
          ]}
          rows={counts.versions}
          rowKey={({ version }) => version}
          onRetry={() => {}}
          empty={<NothingHere text={texts.versions.nothing} />}
        />
        {selection.count > 0 && (
          <SelectionBar selection={selection}>
            <Button icon={<Send aria-hidden="true" />} onClick={() => setDialogOpen(true)}>
              {texts.note.open}
            </Button>
          </SelectionBar>
        )}
      </Stack>
      {isDialogOpen && counts.tool !== null && (
        <SendNoteDialog
          selection={{
            tool: counts.tool,
            ...(!hasAllVersions(selection) && { versions: selection.rows.map(({ version }) => version) }),
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

/** Whether all versions that the page shows are selected, and no other version. */
const hasAllVersions = ({ isPageSelected, hiddenCount }: Selection<VersionCount>): boolean =>
  isPageSelected && hiddenCount === 0;

const sumPcs = (versions: readonly VersionCount[]): number => versions.reduce((sum, { pcs }) => sum + pcs, 0);

/** The share of a bar from which a part has room for the name of its version, also on a phone. */
const leastLabelledShare = 0.12;

/**
 * The versions as parts of one bar, the newest in green; a part selects its version. The name of a narrow part at an end of the bar is above
 * it. The table below has the same numbers.
 */
function VersionBar({ versions, chosen }: { versions: readonly VersionCount[]; chosen: string | undefined }) {
  const newest = Math.max(...versions.map(({ version }) => toRowId(version)));
  const total = sumPcs(versions);
  const isNarrow = (pcs: number): boolean => pcs / total < leastLabelledShare;
  if (versions.length === 0) return null;
  return (
    <ul className={styles.bar} aria-label={texts.versions.bar}>
      {versions
        .toSorted((first, second) => toRowId(second.version) - toRowId(first.version))
        .map(({ version, pcs }, index) => (
          <li
            key={version}
            style={{ flexGrow: pcs }}
            data-above={(isNarrow(pcs) && (index === 0 || index === versions.length - 1) && version) || undefined}
          >
            <Link
              to="."
              search={toggleFilter('version', version, chosen)}
              resetScroll={false}
              title={texts.option(version, pcs)}
              aria-label={texts.versions.part(version, pcs)}
              data-newest={toRowId(version) === newest || undefined}
              data-chosen={version === chosen || undefined}
            >
              {!isNarrow(pcs) && <span>{version}</span>}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** Changes the address so that only this value is shown, or all values again if this one is chosen. */
const toggleFilter =
  (name: 'version' | 'country', value: string, chosen: string | undefined) => (latest: Record<string, unknown>) => ({
    ...latest,
    [name]: value === chosen ? undefined : value,
  });

const listColumns = (total: number): Column<VersionCount>[] => [
  { id: 'version', header: texts.versions.columns.version, isCardTitle: true, cell: ({ version }) => version },
  { id: 'pcs', header: texts.versions.columns.pcs, align: 'end', cell: ({ pcs }) => pcs },
  {
    id: 'share',
    header: texts.versions.columns.share,
    align: 'end',
    cell: ({ pcs }) => formatShare(pcs / total),
  },
  ...licenseAges.map(({ from, to }, index): Column<VersionCount> => ({
    id: `age${from}`,
    header: texts.versions.age(from, to),
    align: 'end',
    isOnlyInTable: true,
    cell: ({ ages }) => ages[index] || null,
  })),
];

/** Formats a share in percent; a small share is not shown as zero. */
const formatShare = (share: number): string =>
  share > 0 && share < 0.01 ? texts.versions.little : texts.versions.share(Math.round(100 * share));

/** So many countries are shown at first. */
const firstCountries = 10;

/** The countries by number of PCs, each with a bar beside its name; a press shows the versions of this country. */
function Countries({ counts, chosen }: { counts: FleetCounts; chosen: string | undefined }) {
  const [showsAll, setShowsAll] = useState(false);
  const countries = counts.countries.toSorted((one, other) => other.pcs - one.pcs);
  const highest = countries[0]?.pcs ?? 0;
  return (
    <Card title={texts.countries.title}>
      <Stack>
        {counts.countries.length === 0 ? (
          <p>{texts.versions.nothing}</p>
        ) : (
          <ul className={styles.countries} aria-label={texts.countries.title}>
            {countries.slice(0, showsAll ? undefined : firstCountries).map(({ country, pcs }) => (
              <li key={country}>
                <Link
                  to="."
                  search={toggleFilter('country', country, chosen)}
                  resetScroll={false}
                  disabled={country === ''}
                  aria-current={country === chosen || undefined}
                >
                  <span>{country === '' ? texts.noCountry : formatCountry(country)}</span>{' '}
                  <span className={styles.length} aria-hidden="true">
                    <span style={{ inlineSize: `${(100 * pcs) / highest}%` }} />
                  </span>
                  <span className={styles.number}>{formatNumber(pcs)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {!showsAll && countries.length > firstCountries && (
          <div>
            <Button onClick={() => setShowsAll(true)}>{texts.countries.all(countries.length)}</Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

type FleetFiltersProps = { counts: FleetCounts; filter: FleetFilter; onChange: Change<FleetFilter> };

/** The fields that select the tool, the version, the country and the brand of the counted PCs. */
const FleetFilters = ({ counts, filter, onChange }: FleetFiltersProps) => (
  <FilterRow>
    <Select
      label={texts.filters.tool}
      value={counts.tool ?? ''}
      options={counts.tools.map(({ tool, name, pcs }) => ({ value: tool, label: texts.option(name, pcs) }))}
      onChange={({ target }) => onChange({ tool: target.value, version: undefined })}
    />
    <Select
      label={texts.filters.version}
      placeholder={texts.filters.version}
      value={filter.version ?? ''}
      options={counts.versions.map(({ version, pcs }) => ({ value: version, label: texts.option(version, pcs) }))}
      onChange={({ target }) => onChange({ version: target.value || undefined })}
    />
    <Select
      label={texts.filters.country}
      placeholder={texts.filters.country}
      value={filter.country ?? ''}
      options={counts.countries
        .filter(({ country }) => country !== '')
        .map(({ country, pcs }) => ({ value: country, label: texts.option(formatCountry(country), pcs) }))}
      onChange={({ target }) => onChange({ country: target.value || undefined })}
    />
    <Select
      label={texts.filters.brand}
      placeholder={texts.filters.brand}
      value={filter.brand ?? ''}
      options={counts.brands.map(({ brand, name, pcs }) => ({ value: brand, label: texts.option(name, pcs) }))}
      onChange={({ target }) => onChange({ brand: target.value || undefined })}
    />
  </FilterRow>
);
