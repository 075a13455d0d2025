/** A moment as people read it, in UTC, because nobody's time zone is known: `10 March 2026, 13:00 UTC`. */
export const momentWords = (at: number): string => `${dayWords(at)}, ${time.format(at)} UTC`;

/** A day as people read it: `10 March 2026`. */
export const dayWords = (at: number): string => day.format(at);

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
