import { useQuery } from '@tanstack/react-query';
import type { WeekStates } from '@basics/contract/licenses/renewals.ts';
import { formatShortDay, formatShortWeek } from '#portal/messages/times.ts';
import { renewals } from '#portal/texts/renewals.ts';
import { renewalStatesQuery } from '#portal/session/renewal-states.queries.ts';
import { StackedPlot } from '#portal/ui/content/stacked-plot.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';

const texts = renewals.picture;

const states = ['renewed', 'reminded', 'waiting', 'lost'] as const;
const tones = { renewed: 'done', reminded: 'plan', waiting: 'soon', lost: 'late' } as const;
const parts = states.map((state) => ({ label: texts.states[state], tone: tones[state] }));

type RenewalPictureProps = {
  chosenWeek?: string | undefined;
  /** Whether the picture is on its own page: the title of the page is its heading, and a table has the same numbers. */
  isOwnPage?: boolean;
};

/** The licences that expire in four past weeks, this week and the next seven, by what became of them. A week leads to its list. */
export function RenewalPicture({ chosenWeek, isOwnPage = false }: RenewalPictureProps) {
  const statesQuery = useQuery(renewalStatesQuery);
  return (
    <Card {...(!isOwnPage && { title: texts.title })}>
      <QueryContent query={statesQuery} failedTitle={renewals.failed} loading={<Skeleton height="14.1875rem" />}>
        {({ weeks }) => <Weeks weeks={weeks} chosenWeek={chosenWeek} hasTable={isOwnPage} />}
      </QueryContent>
    </Card>
  );
}

/** The number of weeks before the present one. */
const pastWeeks = 4;
/** A narrow window shows the last week, the present week and the next five. */
const narrowWeeks = { first: pastWeeks - 1, last: pastWeeks + 5 };

type WeeksProps = { weeks: readonly WeekStates[]; chosenWeek: string | undefined; hasTable: boolean };

function Weeks({ weeks, chosenWeek, hasTable }: WeeksProps) {
  const [past, next] = [weeks.slice(0, pastWeeks), weeks.slice(pastWeeks)];
  const renewed = count(past, 'renewed');
  return (
    <>
      <VisuallyHidden>
        {texts.sentence({
          renewed,
          ended: renewed + count(past, 'lost'),
          due: count(next, 'reminded') + count(next, 'waiting'),
          waiting: count(next, 'waiting'),
        })}
      </VisuallyHidden>
      <StackedPlot
        label={texts.title}
        to="/licenses/renewals"
        parts={parts}
        columns={weeks.map((week, index) => ({
          id: week.from,
          tick: index === pastWeeks ? texts.now : formatShortWeek(week.from),
          title: renewals.weeks.range(formatShortDay(week.from), formatShortDay(week.to)),
          search: { from: week.from },
          counts: states.map((state) => week[state]),
          isNow: index === pastWeeks,
          isWideOnly: index < narrowWeeks.first || index > narrowWeeks.last,
          isCurrent: week.from === chosenWeek,
        }))}
      />
      {hasTable && (
        <Disclosure label={texts.table}>
          {() => (
            <DataTable<WeekStates>
              label={texts.title}
              columns={columns}
              rows={weeks}
              rowKey={({ from }) => from}
              onRetry={() => {}}
              empty={<p>{renewals.weeks.nothing}</p>}
            />
          )}
        </Disclosure>
      )}
    </>
  );
}

const count = (weeks: readonly WeekStates[], state: (typeof states)[number]): number =>
  weeks.reduce((total, week) => total + week[state], 0);

const columns: readonly Column<WeekStates>[] = [
  {
    id: 'week',
    header: renewals.weeks.column,
    isCardTitle: true,
    cell: ({ from, to }) => renewals.weeks.range(formatShortDay(from), formatShortDay(to)),
  },
  ...states.map((state): Column<WeekStates> => ({
    id: state,
    header: texts.states[state],
    align: 'end',
    cell: (week) => week[state],
  })),
];
