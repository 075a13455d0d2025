/** Letters with a mark that NFKD does not separate. */
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

/** Text for search and sorting: Unicode-normalised, without accents, in lower case (NFKD, UAX 15). */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[æđðıłøœßþ]/g, (letter) => inseparableLetters[letter] ?? letter);

/** The words of a keyword, folded; a row must contain each of them. */
export const splitKeyword = (keyword: string): string[] =>
  foldText(keyword)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);
