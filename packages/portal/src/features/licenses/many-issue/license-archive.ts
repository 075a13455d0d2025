import { createArchiveName, findFreeName, zipFiles } from '#portal/ui/files/local-files.ts';
import { usualSeparator } from '#portal/ui/files/save-file.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { downloadLicense } from '../licenses.queries.ts';
import { callWithRetries } from '#portal/loading/call-with-retries.ts';
import { writeCsvLine, type CsvSeparator } from '@basics/contract/fields/csv-text.ts';

export type ArchiveRequest = {
  licenses: readonly License[];
  signal: AbortSignal;
  /** Called after each downloaded file with the number of files that are downloaded so far. */
  onFile: (fileCount: number) => void;
};

/** Packs the licence files, under their names from the server, and a table of the licences into a ZIP file. */
export async function createArchive({ licenses, signal, onFile }: ArchiveRequest) {
  const files = new Map<string, Uint8Array>();
  const archivedLicenses = [];
  for (const license of licenses) {
    // The files are downloaded one by one, so that the portal is not overloaded.
    // oxlint-disable-next-line no-await-in-loop
    const { name, bytes } = await callWithRetries(() => downloadLicense(license), { signal });
    signal.throwIfAborted();
    const file = findFreeName(name, files);
    files.set(file, bytes);
    archivedLicenses.push({ license, file });
    onFile(files.size);
  }
  const summary = new TextEncoder().encode(createSummaryCsv(archivedLicenses, usualSeparator()));
  const archivedFiles = [...files].map(([name, bytes]) => ({ name, bytes }));
  return zipFiles(createArchiveName(), [...archivedFiles, { name: 'licences.csv', bytes: summary }]);
}

/** A licence and the name of its file in the archive. */
type ArchivedLicense = { license: License; file: string };

const columns = ['PC', 'Tool', 'Version', 'Brand', 'Valid until', 'Licence file', 'Licence code'];

/**
 * Creates a CSV table (RFC 4180) of all licences in an archive. The table begins with a byte-order mark, because Excel needs it to detect
 * UTF-8.
 */
export function createSummaryCsv(archivedLicenses: readonly ArchivedLicense[], separator: CsvSeparator): string {
  const rows = archivedLicenses.map(({ license, file }) => [
    license.machineName,
    license.tool,
    license.version,
    license.brand,
    license.expiryDate,
    file,
    license.licenseCode,
  ]);
  return `\uFEFF${[columns, ...rows].map((row) => writeCsvLine(row, separator)).join('')}`;
}
