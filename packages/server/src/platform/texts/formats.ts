import { activeLocale } from '@basics/contract/texts/in-active-language.ts';
import { activeCountry } from './language.ts';

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

/**
 * Formats a time as it is in the country of the reader, and names the country: `10 March 2026, 14:00 (Germany)`. If the country is unknown or
 * has several times, the time is in UTC: `10 March 2026, 13:00 UTC`.
 */
export function formatMoment(at: number): string {
  const country = activeCountry();
  const timeZone = findTimeZone(country);
  const day = createFormat(dayFormats, timeZone).format(at);
  const time = createFormat(timeFormats, timeZone).format(at);
  const place = country === null || timeZone === 'UTC' ? 'UTC' : `(${countryNames().of(country)})`;
  return `${day}, ${time} ${place}`;
}

/** Formats a day: `10 March 2026`. A day of a licence or a grant is a day in UTC. */
export const formatDay = (at: number): string => createFormat(dayFormats, 'UTC').format(at);

const countryNames = createCachedFormat((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

type Formats = { options: Intl.DateTimeFormatOptions; created: Map<string, Intl.DateTimeFormat> };
const dayFormats: Formats = { options: { dateStyle: 'long' }, created: new Map() };
const timeFormats: Formats = { options: { hour: '2-digit', minute: '2-digit' }, created: new Map() };

/** Returns the formatter for the active language and a time zone. Each one is created once, like those of `createCachedFormat`. */
function createFormat({ options, created }: Formats, timeZone: string): Intl.DateTimeFormat {
  const key = `${activeLocale()} ${timeZone}`;
  const format = created.get(key) ?? new Intl.DateTimeFormat(activeLocale(), { ...options, timeZone });
  created.set(key, format);
  return format;
}

/** The time zones where most people of a country live that also has other zones, and those that were found for other countries. */
const mainTimeZones = new Map(
  Object.entries({
    CL: 'America/Santiago',
    CN: 'Asia/Shanghai',
    EC: 'America/Guayaquil',
    ES: 'Europe/Madrid',
    MN: 'Asia/Ulaanbaatar',
    NZ: 'Pacific/Auckland',
    PG: 'Pacific/Port_Moresby',
    PT: 'Europe/Lisbon',
    UA: 'Europe/Kyiv',
  }),
);

/**
 * Returns the time zone (IANA name) of a country (ISO 3166-1 alpha-2); UTC if the country is not known, or if its people live in zones with
 * different times.
 */
function findTimeZone(country: string | null): string {
  if (country === null) return 'UTC';
  const known = mainTimeZones.get(country);
  if (known !== undefined) return known;
  // TypeScript does not know this method (ECMA-402) yet.
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
  const zones = locale.getTimeZones?.() ?? [];
  const timeZone = (haveSameTime(zones) ? zones[0] : undefined) ?? 'UTC';
  mainTimeZones.set(country, timeZone);
  return timeZone;
}

/** Returns whether time zones have the same offset from UTC in winter and in summer. */
function haveSameTime(zones: readonly string[]): boolean {
  const seasons = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];
  const offsets = zones.map((zone) => seasons.map((at) => createFormat(timeFormats, zone).format(at)).join());
  return new Set(offsets).size === 1;
}

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
