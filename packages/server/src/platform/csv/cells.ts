import { countries, isCountry } from '#server/platform/countries/countries.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** Reads the country of a cell from its code or its English name; null if no country matches. */
export function readCountry(cell: string): string | null {
  const code = cell.trim().toUpperCase();
  if (isCountry(code)) return code;
  const foldedName = foldText(cell.trim());
  return countries.find(({ name }) => foldText(name) === foldedName)?.code ?? null;
}

export const isTooLong = (text: string, maxLength: number): boolean => text.length > maxLength;

const yesWords = ['yes', 'y', 'true', '1'];
const noWords = ['no', 'n', 'false', '0'];

/** Reads a cell that says yes or no in a usual spelling; null for any other text. */
export function readFlag(cell: string): boolean | null {
  const text = cell.trim().toLowerCase();
  if (yesWords.includes(text)) return true;
  return noWords.includes(text) ? false : null;
}

/** Reads the brand of a cell from its id or its name; null if no brand matches. */
export function readBrand(cell: string, brands: readonly { id: string; name: string }[]): string | null {
  const foldedName = foldText(cell.trim());
  const brand = brands.find(({ id }) => id === cell.trim()) ?? brands.find(({ name }) => foldText(name) === foldedName);
  return brand?.id ?? null;
}
