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

/** Normalises a text for search and sorting: NFKD (UAX 15), without accents, in lower case. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[æđðıłøœßþ]/g, (letter) => inseparableLetters[letter] ?? letter);

/** Splits a keyword into normalised words. A row matches only if it contains each of these words. */
export const splitKeyword = (keyword: string): string[] =>
  foldText(keyword)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);
