import { locale } from '#portal/texts/locale.ts';
import { times } from '#portal/texts/times.ts';
import { createOnFirstUse } from './formats.ts';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

const dayFormat = createOnFirstUse(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));
const shortDateFormat = createOnFirstUse(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const shortDayFormat = createOnFirstUse(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const shortMomentFormat = createOnFirstUse(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);
const shortWeekFormat = createOnFirstUse(
  () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const fromNowFormat = createOnFirstUse(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const agoFormat = createOnFirstUse(() => new Intl.RelativeTimeFormat(locale));
const momentFormat = createOnFirstUse(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }));
const exactMomentFormat = createOnFirstUse(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }),
);

/** Formats a calendar day, `2027-03-14`, as "14 March 2027". */
export const formatDay = (calendarDay: string): string => dayFormat().format(new Date(`${calendarDay}T00:00:00Z`));

/** Formats a calendar day for a table: "14 Mar 2027". */
export const formatShortDate = (calendarDay: string): string =>
  shortDateFormat().format(new Date(`${calendarDay}T00:00:00Z`));

/** Formats the local day of a time (ISO 8601): "14 Mar 2027". */
export const formatShortDay = (isoTime: string): string => shortDayFormat().format(new Date(isoTime));

/** Formats a calendar day without its year: "14 Dec". */
export const formatShortWeek = (calendarDay: string): string =>
  shortWeekFormat().format(new Date(`${calendarDay}T00:00:00Z`));

/** Formats a time (ISO 8601) in the local time zone for a table: "14 Mar 2027, 09:26". */
export const formatShortMoment = (isoTime: string): string => shortMomentFormat().format(new Date(isoTime));

/** Formats a time (ISO 8601) in the local time zone: "14 March 2027 at 09:26". */
export const formatMoment = (isoTime: string): string => momentFormat().format(new Date(isoTime));

/** Formats a time (ISO 8601) in the local time zone with its seconds: "14 March 2027 at 09:26:05". */
export const formatExactMoment = (isoTime: string): string => exactMomentFormat().format(new Date(isoTime));

/** Counts the whole days from `now` (milliseconds) to a calendar day, both in UTC: 0 on that day, negative after it. */
export function countDaysUntil(calendarDay: string, now: number): number {
  const today = Math.floor(now / (daySeconds * 1000));
  return Date.parse(`${calendarDay}T00:00:00Z`) / (daySeconds * 1000) - today;
}

/** Formats a calendar day relative to today: "in 12 days", "today", "tomorrow", "3 days ago". */
export const formatDayFromNow = (calendarDay: string, now: number): string =>
  fromNowFormat().format(countDaysUntil(calendarDay, now), 'day');

/** Formats how many seconds ago something was, in the largest whole unit: "just now", "5 minutes ago". The future is "just now". */
export function formatAgo(seconds: number): string {
  if (seconds < minuteSeconds) return times.justNow;
  const { count, unit } = findLargestUnit(seconds);
  return agoFormat().format(-count, unit);
}

/** Formats a duration in its largest whole unit: "40 seconds", "7 minutes", "3 days". */
export function formatDuration(seconds: number): string {
  const { count, unit } = findLargestUnit(seconds);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Formats an age in its largest whole unit for a narrow column: "40m", "5h", "3d". An age below a minute is "0m". */
export function formatShortAge(seconds: number): string {
  const { count, unit } = findLargestUnit(Math.max(seconds, minuteSeconds));
  const shown = seconds < minuteSeconds ? 0 : count;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(shown);
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

function findLargestUnit(seconds: number): { count: number; unit: Unit } {
  if (seconds < minuteSeconds) return { count: seconds, unit: 'second' };
  if (seconds < hourSeconds) return { count: Math.floor(seconds / minuteSeconds), unit: 'minute' };
  if (seconds < daySeconds) return { count: Math.floor(seconds / hourSeconds), unit: 'hour' };
  return { count: Math.floor(seconds / daySeconds), unit: 'day' };
}

const monthFormat = createOnFirstUse(
  () => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const shortMonthFormat = createOnFirstUse(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }));

const findFirstDay = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** Formats a month, `2027-03`, as "March 2027". */
export const formatMonth = (month: string): string => monthFormat().format(findFirstDay(month));

/** Formats a month as a short label: "Mar". */
export const formatShortMonth = (month: string): string => shortMonthFormat().format(findFirstDay(month));
