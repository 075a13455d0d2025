import type { License } from '@basics/contract/licenses.ts';

/** A licence and the name of its file within the archive. */
export type Archived = { license: License; file: string };

const columns = ['PC', 'Tool', 'Version', 'Brand', 'Valid until', 'Licence file', 'Licence code'];

/** Lists all licences of an archive as a table, RFC 4180, with a byte-order mark, because Excel needs it to detect UTF-8. */
export function createSummaryCsv(archived: readonly Archived[]): string {
  const rows = archived.map(({ license, file }) => [
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

/** Turns a formula into text (OWASP, CSV injection): the name of a PC is untrusted input. */
function writeField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
