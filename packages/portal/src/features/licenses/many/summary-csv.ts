import type { License } from '@basics/contract/licenses.ts';

/** A licence and the name of its file in the archive. */
export type ArchivedLicense = { license: License; file: string };

const columns = ['PC', 'Tool', 'Version', 'Brand', 'Valid until', 'Licence file', 'Licence code'];

/**
 * Creates a CSV table (RFC 4180) of all licences in an archive. The table begins with a byte-order mark, because Excel needs it to detect
 * UTF-8.
 */
export function createSummaryCsv(archivedLicenses: readonly ArchivedLicense[]): string {
  const rows = archivedLicenses.map(({ license, file }) => [
    license.machineName,
    license.tool,
    license.version,
    license.brand,
    license.expiryDate,
    file,
    license.licenseCode,
  ]);
  return `\uFEFF${[columns, ...rows].map((row) => `${row.map((cell) => writeField(cell)).join(',')}\r\n`).join('')}`;
}

/** Quotes a field and disables formulas in it (OWASP, CSV injection), because the name of a PC is untrusted input. */
function writeField(cellText: string): string {
  const safeText = /^[=+\-@\t\r]/.test(cellText) ? `'${cellText}` : cellText;
  return `"${safeText.replaceAll('"', '""')}"`;
}
