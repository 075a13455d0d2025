import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { decodeCharacter, fromCrockford } from '@basics/licensing/text/crockford.ts';

/**
 * Letters that the Unicode normalisation NFKD does not split into a base letter and an accent, such as ø, with their
 * replacements.
 */
const inseparableLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

/** Normalises a text for search and sorting: NFKD (UAX 15), without accents, in lower case, with one form of the apostrophe. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[æđðıłøœßþ]/g, (letter) => inseparableLetters[letter] ?? letter);

/**
 * Lists the normalised spellings by which a name is found: Müller as `muller` and `mueller`, and Mueller as `mueller` and `muller`, because
 * people write an umlaut with and without its e.
 */
export function listSpellings(name: string): string[] {
  const withE = foldText(name.normalize('NFC').replaceAll(/[äöüø]/gi, (letter) => `${letter}e`));
  const fold = foldText(name);
  return [...new Set([fold, withE, fold.replaceAll(/(?<=[aou])e/g, '')])];
}

/** Splits a keyword into normalised words. A row matches only if it contains each of these words. */
export const splitKeyword = (keyword: string): string[] =>
  foldText(keyword)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);

/** Splits a keyword that is searched in the data of a user. A phone number is one word, however its digits are separated. */
export function splitUserKeyword(keyword: string): string[] {
  const digits = phoneNumber.test(keyword.trim()) ? readDigits(keyword) : '';
  return digits.length >= minPhoneDigits ? [digits] : splitKeyword(keyword);
}

/** Returns the digits of a searched field that has only digits and separators, for a keyword with other separators; otherwise ''. */
export const listSearchedDigits = (text: string): string => (/^[+\d\s()./-]+$/.test(text) ? readDigits(text) : '');

/**
 * A keyword that is a phone number: it begins with +, 0 or a bracket, has only blanks between its digits, or has the form of North America.
 * Numbers with hyphens and dots can also be the name of a PC or a CRM account.
 */
const phoneNumber = /^(?:[+(0][+\d\s()./-]*|[\d\s]{7,}|\d{3}[-.]\d{3}[-.]\d{4})$/;
const minPhoneDigits = 5;

/** Returns the digits without the prefix of international or national calls, which depends on the country of the caller. */
export const readDigits = (text: string): string => text.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');

/** Splits a text into characters as the search indexes count them: Unicode code points. */
// oxlint-disable-next-line typescript/no-misused-spread
export const splitCharacters = (text: string): string[] => [...text];

/** The words of a keyword (the text that a person typed into a search field), grouped by how the search looks them up. */
export type SearchWords = {
  /** Words of three or more characters. A search finds them anywhere in a text. */
  longWords: readonly string[];
  /** Words of one or two letters or digits. A search finds them only at the beginning of a word of a text. */
  shortWords: readonly string[];
  /**
   * Words of one or two characters of which at least one is neither a letter nor a digit. No index contains these words, so all texts are
   * read.
   */
  signWords: readonly string[];
  /** The id of the only row that can match, if the keyword identifies a part of this row, such as a licence of a user. */
  row?: number | undefined;
};

export function groupSearchWords(words: readonly string[]): SearchWords {
  const longWords = words.filter((word) => splitCharacters(word).length > 2);
  const otherWords = words.filter((word) => splitCharacters(word).length <= 2);
  return {
    longWords,
    shortWords: otherWords.filter(isAlphanumeric),
    signWords: otherWords.filter((word) => !isAlphanumeric(word)),
  };
}

const isAlphanumeric = (word: string): boolean => /^[\p{L}\p{N}]+$/u.test(word);

/**
 * Lists the first two characters of each word of a text, with two blanks before them. In this list, a trigram that begins with a blank
 * shows that a word of the text begins with certain characters.
 */
export const listWordStarts = (text: string): string =>
  [
    ...new Set(
      [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => `  ${splitCharacters(word).slice(0, 2).join('')}`),
    ),
  ].join('');

/** Returns the trigram that the result of `listWordStarts` contains if a word of the text begins with `short`. */
export const toStartTerm = (short: string): string =>
  splitCharacters(short).length === 1 ? `  ${short}` : ` ${short}`;

/** Lists all trigrams (groups of three consecutive characters) of a text, each once. */
export const listTrigrams = (text: string): string[] => {
  const characters = splitCharacters(text);
  return [...new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')))];
};

/** The number of rows in a sample, and the number of these rows that contain each trigram. */
export type Sample = { rowCount: number; rowsByTerm: ReadonlyMap<string, number> };

/** Returns the fraction of the sampled rows that contain the trigram, from 0 to 1. */
const computeShare = ({ rowCount, rowsByTerm }: Sample, term: string): number =>
  rowCount === 0 ? 0 : (rowsByTerm.get(term) ?? 0) / rowCount;

/**
 * Chooses the trigrams that a search looks up: the rarest trigrams of each word. A common trigram, which more than every fortieth text
 * contains, excludes few rows. One common trigram of a word is enough if another word is rare.
 */
export function chooseRarestTerms(words: SearchWords, sample: Sample): string[] {
  const shareOf = (term: string): number => computeShare(sample, term);
  const termsByWord = listSortedTerms(words, sample);
  const isAnyRare = termsByWord.some(([rarestTerm]) => rarestTerm !== undefined && shareOf(rarestTerm) < rareShare);
  const chosenTerms = termsByWord.flatMap((terms) => {
    if (shareOf(terms[0] ?? '') >= rareShare) return terms.slice(0, isAnyRare ? 1 : 2);
    return terms.slice(0, 4).filter((term, index) => index < 2 || shareOf(term) < rareShare);
  });
  return [...new Set(chosenTerms)].toSorted((a, b) => shareOf(a) - shareOf(b));
}

/** Lists the trigrams of each word, the rarest trigram first. */
const listSortedTerms = ({ longWords, shortWords }: SearchWords, sample: Sample): string[][] =>
  [...longWords.map(listTrigrams), ...shortWords.map((word) => [toStartTerm(word)])].map((terms) =>
    terms.toSorted((a, b) => computeShare(sample, a) - computeShare(sample, b)),
  );

const rareShare = 1 / 40;

/**
 * Normalises a text for search: it removes accents and converts to upper case. In upper case, ß equals SS, and both forms of sigma are
 * equal; in lower case, they differ.
 */
export const toSearchable = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();

/** The licence id begins after 5 bytes of a licence code: the first byte, and four bytes of the id of the signing key. */
const idStart = 5;
const idBytes = 8;

/**
 * Reads a licence id, or its beginning, from a keyword and returns it in hex. The keyword is the id itself, or a licence code `BL-…` with
 * or without hyphens and blanks. Returns null if the id is too short to identify a licence.
 */
export function readUidInKeyword(keyword: string): string | null {
  const text = keyword.trim().toLowerCase();
  if (/^[0-9a-f]{6,16}$/.test(text)) return text;
  const [, characters] = /^bl-([0-9a-z\s-]+)$/.exec(text) ?? [];
  if (characters === undefined) return null;
  const values = Array.from(characters.replaceAll(/[\s-]/g, '').toUpperCase(), decodeCharacter);
  if (!values.every((value) => value !== undefined)) return null;
  return bytesToHex(fromCrockford(values).bytes.slice(idStart, idStart + idBytes)) || null;
}
