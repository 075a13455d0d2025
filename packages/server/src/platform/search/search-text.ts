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
const readDigits = (text: string): string => text.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
