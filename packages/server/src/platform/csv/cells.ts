import { countries, isCountry } from '#server/platform/countries/countries.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** The country of a cell, by its code or its English name; null if there is none. */
export function readCountry(cell: string): string | null {
  const code = cell.trim().toUpperCase();
  if (isCountry(code)) return code;
  const named = foldText(cell.trim());
  return countries.find(({ name }) => foldText(name) === named)?.code ?? null;
}

export const isTooLong = (text: string, most: number): boolean => text.length > most;

const yesWords = ['yes', 'y', 'true', '1'];
const noWords = ['no', 'n', 'false', '0'];

/** Yes or no, in the usual spellings; null if it is neither. */
export function readFlag(cell: string): boolean | null {
  const text = cell.trim().toLowerCase();
  if (yesWords.includes(text)) return true;
  return noWords.includes(text) ? false : null;
}

/** The brand of a cell, by its id or its name; null if there is none. */
export function readBrand(cell: string, brands: readonly { id: string; name: string }[]): string | null {
  const named = foldText(cell.trim());
  const found = brands.find(({ id }) => id === cell.trim()) ?? brands.find(({ name }) => foldText(name) === named);
  return found?.id ?? null;
}
