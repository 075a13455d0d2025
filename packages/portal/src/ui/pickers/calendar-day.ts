const yearFirstPattern =
  /^(?<year>\d{4})(?:[-/. ](?<month>\d{1,2})[-/. ](?<date>\d{1,2})|(?<twoDigitMonth>\d\d)(?<twoDigitDate>\d\d))$/u;
/** In every country that writes dates with dots, the day comes first. A date with slashes is not read, because it may begin with the month. */
const dayFirstPattern = /^(?<date>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/u;

/** Reads a typed calendar day, such as `2026-11-23`, `2026/11/23`, `20261123` or `23.11.2026`. Returns `2026-11-23`; undefined if it is not a day. */
export function readCalendarDay(text: string): string | undefined {
  const parts = (yearFirstPattern.exec(text.trim()) ?? dayFirstPattern.exec(text.trim()))?.groups;
  if (parts === undefined) return undefined;
  const month = parts['month'] ?? parts['twoDigitMonth'] ?? '';
  const date = parts['date'] ?? parts['twoDigitDate'] ?? '';
  const calendarDay = `${parts['year']}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = Date.parse(`${calendarDay}T00:00:00Z`);
  // Some JavaScript engines read 30 February as 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(calendarDay) ? calendarDay : undefined;
}
