import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { day } from '@basics/contract/fields/fields.ts';
import type { RenewalWeeks } from '@basics/contract/licenses/renewals.ts';
import { renewals as texts } from '#portal/texts/renewals.ts';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Card, CardStack } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { RenewalCustomers } from './renewal-customers.tsx';
import { RenewalPicture } from './renewal-picture.tsx';
import { createRenewalsQuery } from './renewals.queries.ts';

/** `from` is the first day of the chosen week. `after` is the position of the last customer on the previous page of that week. */
const pageSearch = z.object({ from: z.optional(day), after: z.optional(z.string().check(z.maxLength(30))) });

/**
 * The page with the licences that expire in the next 30 days or in a chosen week, by customer, with reminders and, if there are several
 * salesmen, the results of each.
 */
export function RenewalsPage() {
  const [search] = useSearchState(pageSearch);
  const renewalsQuery = useQuery(createRenewalsQuery(search));
  return (
    <>
      <PageHeading title={texts.title} />
      <QueryContent
        query={renewalsQuery}
        failedTitle={texts.failed}
        loading={<ItemsLoading loadingText={texts.loading} />}
      >
        {(renewals) => (
          <RenewalCockpit renewals={renewals} chosenWeek={search.from} isFirstPage={search.after === undefined} />
        )}
      </QueryContent>
    </>
  );
}

type RenewalCockpitProps = { renewals: RenewalWeeks; chosenWeek: string | undefined; isFirstPage: boolean };

function RenewalCockpit({ renewals, chosenWeek, isFirstPage }: RenewalCockpitProps) {
  return (
    <CardStack>
      <RenewalPicture chosenWeek={chosenWeek} isOwnPage />
      <RenewalCustomers renewals={renewals} chosenWeek={chosenWeek} isFirstPage={isFirstPage} />
      {renewals.results.length > 1 && (
        <Card title={texts.results.title}>
          <DataTable<Result>
            label={texts.results.title}
            columns={resultColumns}
            rows={renewals.results}
            rowKey={({ salesmanId }) => salesmanId}
            onRetry={() => {}}
            empty={null}
          />
        </Card>
      )}
    </CardStack>
  );
}

type Result = RenewalWeeks['results'][number];

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
