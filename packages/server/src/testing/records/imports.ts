import { importReport, type ImportReport, type imports } from '@basics/contract/imports/imports.ts';
import type { Portal } from '../portal.ts';

type Kind = (typeof imports)[keyof typeof imports];
type Options = { token: string; invite?: boolean };

/** Joins lines of cells into the text of a CSV file. */
export const createCsvText = (...lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');

/** Previews the import of a file. */
export async function previewImport(portal: Portal, kind: Kind, csv: string, options: Options): Promise<ImportReport> {
  const { token, ...otherOptions } = options;
  const { status, body } = await portal.call(kind, { token, body: { csv, dryRun: true, ...otherOptions } });
  if (status !== 200) throw new Error(`a dry run was answered ${status} ${JSON.stringify(body)}`);
  return importReport.parse(body);
}

/** Previews the import of a file, and then imports the file. */
export async function importFile(portal: Portal, kind: Kind, csv: string, options: Options): Promise<ImportReport> {
  const { token, ...otherOptions } = options;
  const { digest } = await previewImport(portal, kind, csv, options);
  const { status, body } = await portal.call(kind, { token, body: { csv, dryRun: false, digest, ...otherOptions } });
  if (status !== 200) throw new Error(`an import was answered ${status} ${JSON.stringify(body)}`);
  return importReport.parse(body);
}
