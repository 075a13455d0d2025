import { setTextsSource } from '@basics/contract/texts/active-texts.ts';
import { texts, type Texts, type Language } from '@basics/contract/texts/texts.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { english, type ServerTexts } from './english.ts';

/**
 * The texts of each installed language; the keys are language ids such as `de`. English is null, because its texts are in the files that
 * declare the text keys.
 */
export const textsByLanguage: Map<string, Texts | null> = new Map(Object.entries(texts));

const englishCode = 'en';

/**
 * The language of the current request or e-mail. `isRequested` is true if the request names a known language; otherwise the language of the
 * signed-in user is used as soon as it is known. `country` is the country of the reader, which decides the time zone of times in texts.
 */
export type LanguageChoice = { language: string; isRequested: boolean; country?: string | null | undefined };
const languageStorage = new AsyncLocalStorage<LanguageChoice>();

setTextsSource(() => textsByLanguage.get(activeLanguage()) ?? undefined);

/** Returns the id of the language of the current request or e-mail, otherwise English. */
export const activeLanguage = (): string => languageStorage.getStore()?.language ?? englishCode;

/** Returns the country of the reader of the current reply or e-mail; null if it is unknown. */
export const activeCountry = (): string | null => languageStorage.getStore()?.country ?? null;

/** Runs a function, including its asynchronous parts, with this active language. */
export const runInLanguage = <Result>(choice: LanguageChoice, run: () => Result): Result =>
  languageStorage.run(choice, run);

/** Uses the language and the country of the user for the rest of the request. A known language that the request names is used instead. */
export function switchToUser(user: { language: string; country: string | null }): void {
  const choice = languageStorage.getStore();
  if (!choice) return;
  if (!choice.isRequested && isKnown(user.language)) choice.language = user.language;
  choice.country = user.country;
}

const isKnown = (id: string): boolean => textsByLanguage.has(id);

/**
 * Chooses the known language with the highest quality in an Accept-Language header (RFC 9110, 12.5.4). `fr-CH` matches `fr` (lookup of RFC
 * 4647, 3.4).
 */
export function chooseLanguage(acceptLanguage: string | undefined): LanguageChoice {
  if (acceptLanguage === undefined) return { language: englishCode, isRequested: false };
  const requestedRanges = acceptLanguage.slice(0, maxHeaderLength).split(',').map(parseRange);
  const rangesByQuality = requestedRanges
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  const language = rangesByQuality.flatMap(({ range }) => listPrefixes(range)).find(isKnown);
  return { language: language ?? englishCode, isRequested: language !== undefined };
}

/**
 * The maximum number of characters of an Accept-Language header that are read. Browsers send shorter headers; the rest of a longer header
 * is ignored.
 */
const maxHeaderLength = 200;

function parseRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((rangePart) => rangePart.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { range, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** Lists a language range and all its prefixes: for `zh-hant-tw`, it returns `zh-hant-tw`, `zh-hant` and `zh`. */
const listPrefixes = (range: string): string[] => {
  const parts = range.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
};

const sentences: Readonly<Record<Language, ServerTexts>> = { en: english };

/** The sentences of the server of this installation, by the ids of their languages. */
export const serverTextsByLanguage: Map<string, ServerTexts> = new Map(Object.entries(sentences));

/** Returns the sentences of the server in the language of the current request or job. */
export const serverTexts = (): ServerTexts => serverTextsByLanguage.get(activeLanguage()) ?? english;
