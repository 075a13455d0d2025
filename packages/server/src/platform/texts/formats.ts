import { activeLocale } from '@basics/contract/texts/in-active-language.ts';

/**
 * Returns a function that returns the formatter for the active language. Each language has one formatter, because a formatter takes about
 * 30 KB outside the JavaScript heap, which the garbage collector does not count. When each of 3,000 reminder e-mails created a new
 * formatter, the process kept 120 MB.
 */
export function createCachedFormat<Format>(create: (locale: string) => Format): () => Format {
  const formats = new Map<string, Format>();
  return () => {
    const locale = activeLocale();
    const format = formats.get(locale) ?? create(locale);
    formats.set(locale, format);
    return format;
  };
}

const createUnitFormat = (unit: 'day' | 'hour' | 'minute') =>
  createCachedFormat(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false }),
  );

const timeUnits = [
  { format: createUnitFormat('day'), seconds: 86_400 },
  { format: createUnitFormat('hour'), seconds: 3600 },
  { format: createUnitFormat('minute'), seconds: 60 },
] as const;

/** Formats a duration in the largest unit that gives at least 2, otherwise in minutes: `3 days`, `25 hours`, `11 minutes`. */
export function formatDuration(durationSeconds: number): string {
  const { format, seconds } = timeUnits.find((timeUnit) => durationSeconds >= 2 * timeUnit.seconds) ?? timeUnits[2];
  return format().format(Math.round(durationSeconds / seconds));
}

/** Formats a time in UTC, because the time zone of the recipient is unknown: `10 March 2026, 13:00 UTC`. */
export const formatMoment = (at: number): string => `${formatDay(at)}, ${timeFormat().format(at)} UTC`;

/** Formats a day: `10 March 2026`. */
export const formatDay = (at: number): string => dayFormat().format(at);

const dayFormat = createCachedFormat(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);
const timeFormat = createCachedFormat(
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
);

/** Escapes every character that has a special meaning in the text and the attributes of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** HTML in which every inserted text is escaped. */
export type Html = { html: string };

type InsertedValue = string | number | Html | readonly Html[];

/** A tag for HTML templates: it escapes every inserted text, but not inserted `Html`. */
export const html = (texts: TemplateStringsArray, ...insertedValues: readonly InsertedValue[]): Html => ({
  html: texts.map((text, at) => text + toHtml(insertedValues[at] ?? '')).join(''),
});

function toHtml(insertedValue: InsertedValue): string {
  if (typeof insertedValue === 'string' || typeof insertedValue === 'number') return escapeHtml(String(insertedValue));
  return 'html' in insertedValue ? insertedValue.html : insertedValue.map((innerHtml) => innerHtml.html).join('\n');
}

/**
 * Matches line breaks and control characters, which an attacker needs to add a header, and invisible characters that
 * change the direction of writing.
 */
const invisibleCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]+/gu;

/** Converts a text that a user typed to one line without invisible characters, for names, subjects and addresses. */
export const toPlainLine = (text: string): string => text.replaceAll(invisibleCharacters, ' ').trim();

/** Returns the name of a PC as one line, or words for a PC without a name. */
export const toPcName = (machineName: string): string => toPlainLine(machineName) || 'a PC without a name';

/** Removes invisible characters from a text that a user typed and that may have several lines. */
export const toPlainLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(toPlainLine)
    .join('\n')
    .trim();
