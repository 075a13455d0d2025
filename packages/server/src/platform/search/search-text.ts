/** Letters that NFKD does not decompose into a base letter and a mark. */
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

/** Splits a keyword into normalised words. A row must contain each of them. */
export const splitKeyword = (keyword: string): string[] =>
  foldText(keyword)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);
