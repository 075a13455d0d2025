import type { CsvSeparator } from '@basics/contract/fields/csv-text.ts';

export type ExportSeparator = Exclude<CsvSeparator, '\t'>;

/** The separator that the user has chosen, in the storage of the browser. */
const storageKey = 'csvSeparator';

/**
 * Returns the separator with which a spreadsheet of this user probably opens a CSV file: the one that the user has chosen, else a semicolon
 * if the decimal sign of the browser's language is a comma, as Excel does.
 */
export function usualSeparator(): ExportSeparator {
  const chosenSeparator = localStorage.getItem(storageKey);
  if (chosenSeparator === ',' || chosenSeparator === ';') return chosenSeparator;
  return new Intl.NumberFormat(navigator.language).format(1.5).includes(',') ? ';' : ',';
}

export const chooseSeparator = (separator: ExportSeparator): void => localStorage.setItem(storageKey, separator);
