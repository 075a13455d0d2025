/** Splits a text into characters as the search indexes count them: Unicode code points. */
// oxlint-disable-next-line typescript/no-misused-spread
export const splitCharacters = (text: string): string[] => [...text];

/** The words of a keyword, by the way in which they are looked up. */
export type SearchWords = {
  /** Words of three or more characters, which are found anywhere in the text. */
  longWords: readonly string[];
  /** Words of one or two letters or digits, which are found at the beginning of the words of the text. */
  shortWords: readonly string[];
  /** Words of one or two characters that are not both letters or digits. No index contains these words, so all texts are read. */
  signWords: readonly string[];
  /** The id of the only row that may match, if the keyword names something of that row, such as a licence of a user. */
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
 * Lists the first two letters of each word of a text, each after two blanks. As a result, a group of three characters shows that a word
 * begins with certain letters.
 */
export const listWordStarts = (text: string): string =>
  [
    ...new Set(
      [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => `  ${splitCharacters(word).slice(0, 2).join('')}`),
    ),
  ].join('');

/** Returns the group of characters that the list of word starts contains if a word begins with `short`. */
export const toStartTerm = (short: string): string =>
  splitCharacters(short).length === 1 ? `  ${short}` : ` ${short}`;

/** Lists all groups of three consecutive characters, each once. */
export const listTrigrams = (text: string): string[] => {
  const letters = splitCharacters(text);
  return [...new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')))];
};

/** The number of rows in a sample, and how many of them contain each group of three characters. */
export type Sample = { rowCount: number; rowsByTerm: ReadonlyMap<string, number> };

/** Returns the part of the sampled rows that contain the term, from 0 to 1. */
export const computeShare = ({ rowCount, rowsByTerm }: Sample, term: string): number =>
  rowCount === 0 ? 0 : (rowsByTerm.get(term) ?? 0) / rowCount;

/**
 * Chooses the groups of three characters to look up: the rarest groups of each word. A group that occurs in every fortieth text excludes
 * few rows, so one such group is enough if another word is rare.
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

/**
 * Chooses the rarest group of three characters of each word. `share` is the part of all rows that contain all these groups, if the words
 * are independent of each other.
 */
export function chooseTermOfEachWord(words: SearchWords, sample: Sample): { terms: string[]; share: number } {
  const terms = listSortedTerms(words, sample).flatMap((sortedTerms) => sortedTerms.slice(0, 1));
  return { terms, share: terms.reduce((product, term) => product * computeShare(sample, term), 1) };
}

/** Lists the groups of three characters of each word, the rarest first. */
const listSortedTerms = ({ longWords, shortWords }: SearchWords, sample: Sample): string[][] =>
  [...longWords.map(listTrigrams), ...shortWords.map((word) => [toStartTerm(word)])].map((terms) =>
    terms.toSorted((a, b) => computeShare(sample, a) - computeShare(sample, b)),
  );

const rareShare = 1 / 40;
