import { setTextsSource } from '@basics/contract/active-texts.ts';
import { texts } from '@basics/contract/texts.ts';
import type { Texts } from '@basics/contract/texts.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

/** The languages of this installation by their ids; null for English, whose texts are in the files that declare the keys. */
export const knownTexts: Map<string, Texts | null> = new Map(Object.entries(texts));

const english = 'en';

/** The language of the current request or letter. If a request names none, the user's language replaces it. */
export type LanguageChoice = { language: string; isAsked: boolean };
const languageStorage = new AsyncLocalStorage<LanguageChoice>();

setTextsSource(() => knownTexts.get(activeLanguage()) ?? undefined);

/** The id of the active language: that of the request or the letter, otherwise English. */
export const activeLanguage = (): string => languageStorage.getStore()?.language ?? english;

/** Runs a function in a language, including its asynchronous parts. */
export const runInLanguage = <Result>(choice: LanguageChoice, run: () => Result): Result =>
  languageStorage.run(choice, run);

/** Switches the rest of the request to the user's language, unless the request names a known one. */
export function useLanguageOf(userLanguage: string): void {
  const choice = languageStorage.getStore();
  if (choice && !choice.isAsked && isKnown(userLanguage)) choice.language = userLanguage;
}

const isKnown = (id: string): boolean => knownTexts.has(id);

/**
 * The language for an Accept-Language header: the best of the known languages, RFC 9110 12.5.4 with the lookup of RFC 4647 3.4, by which
 * `fr-CH` matches `fr`.
 */
export function chooseLanguage(acceptLanguage: string | undefined): LanguageChoice {
  const ranges = (acceptLanguage ?? '').slice(0, maxHeaderLength).split(',').map(parseRange);
  const wanted = ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  const language = wanted.flatMap(({ range }) => listPrefixes(range)).find(isKnown);
  return { language: language ?? english, isAsked: language !== undefined };
}

/** In characters; browsers send less, and the rest is ignored. */
const maxHeaderLength = 200;

function parseRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return { range, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** `zh-hant-tw` as `zh-hant-tw`, `zh-hant`, `zh`. */
const listPrefixes = (range: string): string[] => {
  const parts = range.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
};
