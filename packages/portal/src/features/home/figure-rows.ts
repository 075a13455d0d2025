import type { HomeFigures } from '@basics/contract/home.ts';
import { formatMonth, formatShortMonth } from '#portal/messages/months.ts';
import { home as texts } from '#portal/texts/home.ts';

/**
 * One bar of a figure, which is also one row of the table of the figure. `tick` is the text below the bar, `label` the
 * text in the table, and `to` the page that lists the counted records, or null.
 */
export type FigureRow = {
  id: string;
  tick: string;
  label: string;
  count: number;
  to: string | null;
  search: Record<string, unknown>;
};

/** Creates the rows for requests or never activated accounts, grouped by age. */
export const createAgeRows = ({ byAge }: HomeFigures['requests']): FigureRow[] =>
  byAge.map(({ fromDays, toDays, count }) => ({
    id: String(fromDays),
    ...formatAge(fromDays, toDays),
    count,
    to: null,
    search: {},
  }));

/** Creates the rows for licences by the month in which they expire. Each row links to the licences of its month. */
export const createMonthRows = ({ byMonth }: HomeFigures['licenses']): FigureRow[] =>
  byMonth.map(({ month, count }) => ({
    id: month,
    tick: formatShortMonth(month),
    label: formatMonth(month),
    count,
    to: '/licenses',
    search: { status: 'Active', endsFrom: `${month}-01`, endsTo: findLastDay(month) },
  }));

function formatAge(fromDays: number, toDays: number | null): { tick: string; label: string } {
  const { ages } = texts.figures;
  if (toDays === null) return { tick: `${fromDays}+`, label: ages.atLeast(fromDays) };
  const range = `${fromDays}–${toDays}`;
  return { tick: range, label: ages.between(range) };
}

const findFirstDay = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

function findLastDay(month: string): string {
  const firstDay = findFirstDay(month);
  return new Date(Date.UTC(firstDay.getUTCFullYear(), firstDay.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}
