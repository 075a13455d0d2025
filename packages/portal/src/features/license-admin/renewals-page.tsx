import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { day } from '@basics/contract/fields.ts';
import type { RenewalWeeks } from '@basics/contract/renewals.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { renewals as texts } from '#portal/texts/renewals.ts';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { DataTable } from '#portal/ui/lists/data-table.tsx';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { RowLink } from '#portal/ui/lists/row-link.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { RenewalCustomers } from './renewal-customers.tsx';
import { createRenewalsQuery } from './renewals.queries.ts';

/** The first day of the chosen week. */
const pageSearch = z.object({ from: z.optional(day) });

/** The licences that end in the next weeks, by week and customer, with mails and results. */
export function RenewalsPage() {
  const [{ from: firstDay }] = useSearchState(pageSearch);
  const { data, error, refetch } = useQuery(createRenewalsQuery(firstDay));
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} />
      {data ? (
        <RenewalCockpit renewals={data} firstDay={firstDay} />
      ) : error ? (
        <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      ) : (
        <ItemsLoading loadingText={texts.loading} />
      )}
    </>
  );
}

function RenewalCockpit({ renewals, firstDay }: { renewals: RenewalWeeks; firstDay: string | undefined }) {
  const week = renewals.weeks.find((weekRow) => weekRow.from === firstDay) ?? renewals.weeks[0];
  return (
    <Stack>
      <Card title={texts.weeks.title}>
        <DataTable<Week>
          label={texts.weeks.title}
          columns={weekColumns}
          rows={renewals.weeks}
          rowKey={(weekRow) => weekRow.from}
          onRetry={() => {}}
          empty={<p>{texts.weeks.nothing}</p>}
        />
      </Card>
      {week && <RenewalCustomers renewals={renewals} week={week} />}
      <Card title={texts.results.title}>
        <DataTable<Result>
          label={texts.results.title}
          columns={resultColumns}
          rows={renewals.results}
          rowKey={({ salesmanId }) => salesmanId}
          onRetry={() => {}}
          empty={<p>{texts.results.nothing}</p>}
        />
      </Card>
    </Stack>
  );
}

type Week = RenewalWeeks['weeks'][number];
type Result = RenewalWeeks['results'][number];

const weekColumns: readonly Column<Week>[] = [
  {
    id: 'week',
    header: texts.weeks.columns.week,
    isCardTitle: true,
    cell: ({ from, to }) => (
      <RowLink search={{ from }}>{texts.weeks.range(formatShortDay(from), formatShortDay(to))}</RowLink>
    ),
  },
  { id: 'licenses', header: texts.weeks.columns.licenses, align: 'end', cell: ({ licenses }) => licenses },
  { id: 'customers', header: texts.weeks.columns.customers, align: 'end', cell: ({ customers }) => customers },
];

const resultColumns: readonly Column<Result>[] = [
  { id: 'salesman', header: texts.results.columns.salesman, isCardTitle: true, cell: ({ name }) => name },
  { id: 'ended', header: texts.results.columns.ended, align: 'end', cell: ({ ended }) => ended },
  { id: 'renewed', header: texts.results.columns.renewed, align: 'end', cell: ({ renewed }) => renewed },
  {
    id: 'share',
    header: texts.results.columns.share,
    align: 'end',
    cell: ({ ended, renewed }) => texts.results.share(ended === 0 ? 0 : Math.round((100 * renewed) / ended)),
  },
];
