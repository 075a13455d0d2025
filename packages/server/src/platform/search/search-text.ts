/** Letters that carry their mark in one piece, which NFKD leaves as they are. */
const pieces: Readonly<Record<string, string>> = {
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

/** Text as searches compare and sort it: composed alike, without marks, in lower case (Unicode NFKD, UAX 15). */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[æđðıłøœßþ]/g, (letter) => pieces[letter] ?? letter);

/** The words of a keyword, folded; a row must contain each of them. */
export const wordsOf = (keyword: string): string[] =>
  foldText(keyword)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);
