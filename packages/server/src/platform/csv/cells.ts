import { countries, isCountry } from '#server/platform/countries/countries.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** Reads the country of a cell from its code or its English name; null if no country matches. */
export function readCountry(cellText: string): string | null {
  const code = cellText.trim().toUpperCase();
  if (isCountry(code)) return code;
  const foldedName = foldText(cellText.trim());
  return countries.find(({ name }) => foldText(name) === foldedName)?.code ?? null;
}

export const isTooLong = (text: string, maxLength: number): boolean => text.length > maxLength;

const yesWords = ['yes', 'y', 'true', '1'];
const noWords = ['no', 'n', 'false', '0'];

/** Reads a cell that says yes or no in a usual spelling; null for any other text. */
export function readFlag(cellText: string): boolean | null {
  const answerText = cellText.trim().toLowerCase();
  if (yesWords.includes(answerText)) return true;
  return noWords.includes(answerText) ? false : null;
}

/** Reads the brand of a cell from its id or its name; null if no brand matches. */
export function readBrand(cellText: string, brands: readonly { id: string; name: string }[]): string | null {
  const foldedName = foldText(cellText.trim());
  const brand =
    brands.find(({ id }) => id === cellText.trim()) ?? brands.find(({ name }) => foldText(name) === foldedName);
  return brand?.id ?? null;
}
