import type { HomeFigures } from '@basics/contract/home.ts';
import { formatMonth, formatShortMonth } from '#portal/messages/months.ts';
import { home as texts } from '#portal/texts/home.ts';

/** A number of a plot: `tick` below its bar, `label` beside its number, and the link to its rows, if a page can show just those. */
export type FigureRow = {
  id: string;
  tick: string;
  label: string;
  count: number;
  to: string | null;
  search: Record<string, unknown>;
};

/** Requests, or accounts never activated, grouped by age. */
export const createAgeRows = ({ byAge }: HomeFigures['requests']): FigureRow[] =>
  byAge.map(({ fromDays, toDays, count }) => ({
    id: String(fromDays),
    ...formatAge(fromDays, toDays),
    count,
    to: null,
    search: {},
  }));

/** Licences by the month in which they expire; a row links to the licences of that month. */
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
  const span = `${fromDays}–${toDays}`;
  return { tick: span, label: ages.between(span) };
}

const findFirstDay = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

function findLastDay(month: string): string {
  const first = findFirstDay(month);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}
