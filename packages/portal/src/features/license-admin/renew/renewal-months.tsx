import { useQuery } from '@tanstack/react-query';
import type { MonthResult } from '@basics/contract/licenses/renewals.ts';
import { formatMonth, formatShortMonth } from '#portal/messages/times.ts';
import { renewals } from '#portal/texts/renewals.ts';
import { StackedPlot } from '#portal/ui/content/stacked-plot.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { renewalMonthsQuery } from './renewals.queries.ts';

const texts = renewals.months;
const { states } = renewals.picture;
const parts = [
  { label: states.renewed, tone: 'done' },
  { label: states.lost, tone: 'late' },
] as const;

/** What a salesman renewed and lost in the last twelve months, beside the year before. A month leads to the licences that expired in it. */
export function RenewalMonths() {
  const monthsQuery = useQuery(renewalMonthsQuery);
  return (
    <Card title={texts.title}>
      <QueryContent query={monthsQuery} failedTitle={renewals.failed} loading={<Skeleton height="14rem" />}>
        {({ months }) => (
          <>
            <p>{texts.sentence(sumUp(months), sumUp(months.map(({ yearBefore }) => yearBefore)))}</p>
            <StackedPlot
              label={texts.title}
              to="/licenses"
              parts={parts}
              columns={months.map(({ month, renewed, lost }, index) => ({
                id: month,
                tick: formatShortMonth(month),
                title: formatMonth(month),
                search: { endsFrom: `${month}-01`, endsTo: findLastDay(month) },
                counts: [renewed, lost],
                isWideOnly: index < months.length / 2,
              }))}
            />
            <Disclosure label={renewals.picture.table}>
              {() => (
                <DataTable<MonthResult>
                  label={texts.title}
                  columns={columns}
                  rows={months}
                  rowKey={({ month }) => month}
                  onRetry={() => {}}
                  empty={<span />}
                />
              )}
            </Disclosure>
          </>
        )}
      </QueryContent>
    </Card>
  );
}

type Results = { renewed: number; lost: number };

const sumUp = (results: readonly Results[]): Results => ({
  renewed: results.reduce((sum, { renewed }) => sum + renewed, 0),
  lost: results.reduce((sum, { lost }) => sum + lost, 0),
});

function findLastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

const columns: readonly Column<MonthResult>[] = [
  { id: 'month', header: texts.column, isCardTitle: true, cell: ({ month }) => formatMonth(month) },
  { id: 'renewed', header: states.renewed, align: 'end', cell: ({ renewed }) => renewed },
  { id: 'lost', header: states.lost, align: 'end', cell: ({ lost }) => lost },
  {
    id: 'renewedBefore',
    header: texts.yearBefore(states.renewed),
    align: 'end',
    cell: ({ yearBefore }) => yearBefore.renewed,
  },
  { id: 'lostBefore', header: texts.yearBefore(states.lost), align: 'end', cell: ({ yearBefore }) => yearBefore.lost },
];
