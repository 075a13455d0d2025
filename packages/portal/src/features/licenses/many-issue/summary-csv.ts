import { writeCsvLine } from '@basics/contract/fields/csv-text.ts';
import type { CsvSeparator } from '@basics/contract/fields/csv-text.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';

/** A licence and the name of its file in the archive. */
export type ArchivedLicense = { license: License; file: string };

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
