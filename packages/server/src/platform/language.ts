import { readTextsFrom } from '@basics/contract/active-texts.ts';
import { texts } from '@basics/contract/texts.ts';
import type { Texts } from '@basics/contract/texts.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

/** What this installation says by the ids of its languages; null for English, whose texts lie where their keys are declared. */
export const knownTexts: Map<string, Texts | null> = new Map(Object.entries(texts));

const english = 'en';

/** The language of the work at hand; it is not asked for where a request names none, and then that of the user takes its place. */
export type Speech = { language: string; isAsked: boolean };
const speeches = new AsyncLocalStorage<Speech>();

readTextsFrom(() => knownTexts.get(activeLanguage()) ?? undefined);

/** The id of the language in use: that of the request or the letter at hand, English where there is neither. */
export const activeLanguage = (): string => speeches.getStore()?.language ?? english;

/** Does some work in a language; what it awaits stays in that language. */
export const speak = <Result>(speech: Speech, work: () => Result): Result => speeches.run(speech, work);

/** Has what is left of the work at hand done in the language of the user who asks, unless the request names one that is known. */
export function speakTo(userLanguage: string): void {
  const speech = speeches.getStore();
  if (speech && !speech.isAsked && isKnown(userLanguage)) speech.language = userLanguage;
}

const isKnown = (id: string): boolean => knownTexts.has(id);

/**
 * The speech that an Accept-Language header asks for: the best of the known languages, RFC 9110 12.5.4 with the lookup of RFC 4647 3.4, by
 * which `fr-CH` asks for `fr`.
 */
export function speechFor(acceptLanguage: string | undefined): Speech {
  const ranges = (acceptLanguage ?? '').slice(0, longestHeader).split(',').map(rangeOf);
  const wanted = ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  const language = wanted.flatMap(({ range }) => truncated(range)).find(isKnown);
  return { language: language ?? english, isAsked: language !== undefined };
}

/** In characters; browsers send less, and nothing behind it matters. */
const longestHeader = 200;

function rangeOf(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return { range, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** `zh-hant-tw` as `zh-hant-tw`, `zh-hant`, `zh`. */
const truncated = (range: string): string[] => {
  const parts = range.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
};
