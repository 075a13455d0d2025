const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const shortDateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const shortDayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const shortMomentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** A calendar day, `2027-03-14`, as "14 March 2027". */
export const dayWords = (calendarDay: string): string => dayFormat.format(new Date(`${calendarDay}T00:00:00Z`));

/** A calendar day in a table: "14 Mar 2027". */
export const shortDateWords = (calendarDay: string): string =>
  shortDateFormat.format(new Date(`${calendarDay}T00:00:00Z`));

/** The day of a moment, ISO 8601, where the reader is: "14 Mar 2027". */
export const shortDayWords = (moment: string): string => shortDayFormat.format(new Date(moment));

/** A moment in a table: "14 Mar 2027, 09:26" where the reader is. */
export const shortMomentWords = (moment: string): string => shortMomentFormat.format(new Date(moment));

/** A moment, ISO 8601, as "14 March 2027 at 09:26" where the reader is. */
export const momentWords = (moment: string): string => momentFormat.format(new Date(moment));

/** Whole days from `now` (milliseconds) to a calendar day, both in UTC: 0 on that day, negative once it has passed. */
export function daysUntil(calendarDay: string, now: number): number {
  const today = Math.floor(now / (day * 1000));
  return Date.parse(`${calendarDay}T00:00:00Z`) / (day * 1000) - today;
}

/** "in 12 days", "today", "tomorrow", "3 days ago". */
export function dayFromNowWords(calendarDay: string, now: number): string {
  const days = daysUntil(calendarDay, now);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
}

/** How long ago, in the largest whole unit: "just now", "5 minutes ago". What lies ahead is just now. */
export const agoWords = (seconds: number): string => (seconds < minute ? 'just now' : `${durationWords(seconds)} ago`);

/** A length of time in its largest whole unit: "40 seconds", "7 minutes", "3 days". */
export function durationWords(seconds: number): string {
  if (seconds < minute) return counted(seconds, 'second');
  if (seconds < hour) return counted(Math.floor(seconds / minute), 'minute');
  if (seconds < day) return counted(Math.floor(seconds / hour), 'hour');
  return counted(Math.floor(seconds / day), 'day');
}

/** "1 licence", "3 licences". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
