import { findCountryByName, isCountry } from '#server/platform/countries/countries.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** Returns the code of the country whose code or name is in the cell; null if no country matches. */
export function readCountry(cellText: string): string | null {
  const code = cellText.trim().toUpperCase();
  return isCountry(code) ? code : findCountryByName(cellText);
}

export const isTooLong = (text: string, maxLength: number): boolean => text.length > maxLength;

const yesWords = ['yes', 'y', 'true', '1'];
const noWords = ['no', 'n', 'false', '0'];

/** Reads a cell that contains yes or no in one of the usual spellings; null for any other text. */
export function readFlag(cellText: string): boolean | null {
  const answerText = cellText.trim().toLowerCase();
  if (yesWords.includes(answerText)) return true;
  return noWords.includes(answerText) ? false : null;
}

/** Returns the id of the brand whose id or name is in the cell; null if no brand matches. */
export function readBrand(cellText: string, brands: readonly { id: string; name: string }[]): string | null {
  const foldedName = foldText(cellText.trim());
  const brand =
    brands.find(({ id }) => id === cellText.trim()) ?? brands.find(({ name }) => foldText(name) === foldedName);
  return brand?.id ?? null;
}
