import type { CsvSeparator } from '@basics/contract/fields/csv-text.ts';

/** Makes the browser save bytes as a file with this name. */
export function saveFile({ bytes, name, type }: { bytes: Uint8Array; name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the bytes while it handles the click event, so the URL is released in the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Makes the browser save a CSV text. The byte-order mark tells spreadsheets that the text is UTF-8. */
export const saveCsv = (name: string, text: string): void =>
  saveFile({ bytes: new TextEncoder().encode(`\uFEFF${text}`), name, type: 'text/csv; charset=utf-8' });

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
