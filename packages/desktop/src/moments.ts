/** `2027-11-18T12:00:00Z`; Unix seconds. */
export function formatMoment(time: number): string {
  return new Date(time * 1000).toISOString().replace('.000Z', 'Z');
}

/** `2027-11-18`, in UTC; Unix seconds. */
export function formatDay(time: number): string {
  return formatMoment(time).slice(0, 10);
}
