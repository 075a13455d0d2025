import { useQuery } from '@tanstack/react-query';
import { readRequestId } from '#portal/api/api-problem.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { DataTable } from '#portal/ui/tables/data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { FilterRow } from '#portal/ui/filters/list-filters.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { listContinents } from '../assignments-filters.tsx';
import { CoverageMap } from './coverage-map.tsx';
import { createCoverageColumns, isGap, type CoverageRow } from './coverage-columns.tsx';
import { assignmentsList, coverageQuery, type Options } from '../country-salesmen.queries.ts';
import { createNameFormatter } from '../name-formatter.ts';
import { useEditScope } from '../use-edit-scope.ts';

/** The countries and brands with their salesmen and gaps: as a map and, on demand, as a table. */
export function Coverage({ options }: { options: Options }) {
  const [{ gaps, continent }, change] = useSearchState(assignmentsList.schema);
  const { data, error, refetch } = useQuery(coverageQuery);
  const { mayCreate, countries } = useEditScope();
  const rows = data?.rows.filter(
    (row) => (!continent || row.continent === continent) && (!gaps || row.brands.some(isGap)),
  );
  const names = createNameFormatter(options);
  const mayAssign = (country: string): boolean => mayCreate === true && (countries?.has(country) ?? true);
  const columns = createCoverageColumns({
    brands: data?.rows[0]?.brands.map(({ brand }) => brand) ?? options.brands.map(({ id }) => id),
    names,
    mayAssign,
    countsAll: countries === null,
  });
  const table = (
    <DataTable<CoverageRow>
      label={texts.matrix.title}
      columns={columns}
      rowKey={({ country }) => country}
      rows={rows}
      problem={error && { message: texts.failed, requestId: readRequestId(error) }}
      onRetry={() => void refetch()}
      expectedRows={10}
      empty={<EmptyMatrixNotice />}
      {...((gaps || continent) && {
        noResult: <NoGapsNotice onAll={() => change({ gaps: undefined, continent: undefined })} />,
      })}
    />
  );

  return (
    <Card>
      <Stack>
        {!error && data?.rows.length !== 0 && (
          <output>
            {data ? formatSummary(data.rows, countries === null) : <Skeleton width="24em" height="1lh" />}
          </output>
        )}
        <FilterRow>
          <Select
            label={texts.continent}
            placeholder={texts.continent}
            value={continent ?? ''}
            options={listContinents({ countries: options.countries }).map((name) => ({ value: name, label: name }))}
            onChange={({ target }) => change({ continent: target.value || undefined })}
          />
          <Checkbox
            label={texts.matrix.gapsOnly}
            checked={gaps !== undefined}
            onChange={({ target }) => change({ gaps: target.checked ? 'true' : undefined })}
          />
        </FilterRow>
        {rows && rows.length > 0 && <CoverageMap rows={rows} options={options} names={names} mayAssign={mayAssign} />}
        {rows && rows.length > 0 ? <Disclosure label={texts.map.table}>{() => table}</Disclosure> : table}
      </Stack>
    </Card>
  );
}

const EmptyMatrixNotice = () => (
  <EmptyState title={texts.matrix.empty.title}>
    <p>{texts.matrix.empty.text}</p>
  </EmptyState>
);

const NoGapsNotice = ({ onAll }: { onAll: () => void }) => (
  <EmptyState title={texts.matrix.noGaps.title} actions={<Button onClick={onAll}>{texts.matrix.noGaps.all}</Button>}>
    <p>{texts.matrix.noGaps.text}</p>
  </EmptyState>
);

function formatSummary(rows: readonly CoverageRow[], countsAll: boolean): string {
  const gaps = rows.flatMap(({ brands }) => brands.filter(isGap));
  if (gaps.length === 0 && !countsAll) return texts.matrix.scoped.noGaps;
  const sumCounts = (countName: 'users' | 'requests'): number => gaps.reduce((total, gap) => total + gap[countName], 0);
  return texts.matrix.summary(gaps.length, sumCounts('users'), sumCounts('requests'));
}
