import { useQuery } from '@tanstack/react-query';
import { useUser } from '#portal/session/session-context.tsx';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { CoverageMap } from './coverage-map.tsx';
import { listGaps, type Cell, type Gap } from './coverage-gaps.ts';
import { GapList } from './gap-list.tsx';
import { coverageQuery, type CoverageRow, type Options } from '../country-salesmen.queries.ts';
import { createNameFormatter } from '../name-formatter.ts';
import { useEditScope } from '../use-edit-scope.ts';

/** The countries and brands without a salesman as a list, and all countries as a map. */
export const Coverage = ({ options }: { options: Options }) => (
  <Card>
    <QueryContent
      query={useQuery(coverageQuery)}
      failedTitle={texts.failed}
      loading={<ItemsLoading loadingText={texts.gaps.loading} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title={texts.gaps.empty.title}>
            <p>{texts.gaps.empty.text}</p>
          </EmptyState>
        ) : (
          <GapsAndMap rows={rows} options={options} />
        )
      }
    </QueryContent>
  </Card>
);

function GapsAndMap({ rows, options }: { rows: readonly CoverageRow[]; options: Options }) {
  const { userId } = useUser();
  const { mayCreate, countries } = useEditScope();
  const isUnlimited = countries === null;
  const gaps = listGaps(rows);
  const names = createNameFormatter(options);
  // The server accepts changes of a salesman only for the pairs of country and brand of this salesman.
  const mayAssign = ({ salesmen }: Cell): boolean =>
    mayCreate === true && (isUnlimited || salesmen.some((salesman) => salesman.userId === userId));
  const renderMap = () => <CoverageMap rows={rows} options={options} names={names} mayAssign={mayAssign} />;
  return (
    <Stack>
      <output>{formatSummary(gaps, isUnlimited)}</output>
      <GapList gaps={gaps} rows={rows} options={options} names={names} mayAssign={mayCreate === true && isUnlimited} />
      {gaps.length === 0 ? renderMap() : <Disclosure label={texts.map.title}>{renderMap}</Disclosure>}
    </Stack>
  );
}

function formatSummary(gaps: readonly Gap[], isUnlimited: boolean): string {
  if (gaps.length === 0 && !isUnlimited) return texts.gaps.noneOfYours;
  const sumCounts = (countName: 'users' | 'requests'): number => gaps.reduce((total, gap) => total + gap[countName], 0);
  return texts.gaps.summary(gaps.length, sumCounts('users'), sumCounts('requests'));
}
