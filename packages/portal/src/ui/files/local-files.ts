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

type NamedFile = { name: string; bytes: Uint8Array };

/**
 * Packs files into one ZIP file. If two files have the same name, a number is added to the name of the second file. The ZIP library is
 * loaded on the first call.
 */
export async function zipFiles(name: string, files: readonly NamedFile[]) {
  const { zipSync } = await import('fflate');
  const filesByName = new Map<string, Uint8Array>();
  for (const file of files) filesByName.set(findFreeName(file.name, filesByName), file.bytes);
  return { bytes: zipSync(Object.fromEntries(filesByName)), name, type: 'application/zip' };
}

/** Returns a name that is not used yet: as in a browser, "a.lic" becomes "a (2).lic". */
export function findFreeName(name: string, usedNames: ReadonlyMap<string, unknown>, copyNumber = 1): string {
  const candidate = copyNumber === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${copyNumber})$1`);
  return usedNames.has(candidate) ? findFreeName(name, usedNames, copyNumber + 1) : candidate;
}

/** Returns the name of a ZIP file with licences, which contains the date of today. */
export const createArchiveName = (): string => `Basics_licences_${new Date().toISOString().slice(0, 10)}.zip`;

/** The maximum size of a file in bytes: larger than any e-mail or file with a code or a licence. */
const maxFileBytes = 100_000;

type FileTextResult = { ok: true; text: string } | { ok: false; reason: 'tooLarge' | 'unreadable' };

/** Reads the text of a file as UTF-8, or as UTF-16 if the file begins with the byte-order mark of UTF-16, as files of Windows shells do. */
export async function readFileText(file: File): Promise<FileTextResult> {
  if (file.size > maxFileBytes) return { ok: false, reason: 'tooLarge' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { ok: true, text: new TextDecoder(detectEncoding(bytes)).decode(bytes) };
  } catch {
    return { ok: false, reason: 'unreadable' }; // The file is a folder, or it no longer exists.
  }
}

function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
