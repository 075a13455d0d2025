/** Formats a time in Unix seconds as `2027-11-18T12:00:00Z`. */
export function formatMoment(time: number): string {
  return new Date(time * 1000).toISOString().replace('.000Z', 'Z');
}

/** Formats the day in UTC of a time in Unix seconds as `2027-11-18`. */
export function formatDay(time: number): string {
  return formatMoment(time).slice(0, 10);
}
