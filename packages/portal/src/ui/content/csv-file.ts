import type { CsvSeparator } from '@basics/contract/csv-text.ts';

/** The separator that the user has chosen, in the storage of the browser. */
const storageKey = 'csvSeparator';

/**
 * Returns the separator with which a spreadsheet of this user probably opens a CSV file: the one that the user has chosen, else a semicolon
 * if the decimal sign of the browser's language is a comma, as Excel does.
 */
export function usualSeparator(): Exclude<CsvSeparator, '\t'> {
  const chosenSeparator = localStorage.getItem(storageKey);
  if (chosenSeparator === ',' || chosenSeparator === ';') return chosenSeparator;
  return new Intl.NumberFormat(navigator.language).format(1.5).includes(',') ? ';' : ',';
}

export const chooseSeparator = (separator: CsvSeparator): void => localStorage.setItem(storageKey, separator);

/** Creates a CSV file. The byte-order mark tells spreadsheets that the text is UTF-8. */
export const createCsvFile = (name: string, text: string) => ({
  bytes: new TextEncoder().encode(`\uFEFF${text}`),
  name,
  type: 'text/csv; charset=utf-8',
});
