/** Texts of a field for a calendar day. */
export const dateField = {
  openCalendar: 'Open calendar',
  pattern: 'YYYY-MM-DD',
  unknown: 'Enter a date as year-month-day, for example 2026-11-23.',
} as const;
