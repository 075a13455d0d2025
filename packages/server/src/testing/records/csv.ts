import type { CallResponse } from '../portal.ts';

/**
 * Reads the rows of a CSV file; the keys of each row are the column names. Throws if the file is not in the form that the server writes.
 */
export function readCsvCells({ bytes }: Pick<CallResponse, 'bytes'>): Record<string, string>[] {
  const text = bytes.toString();
  if (!text.startsWith('\uFEFF') || !text.endsWith('\r\n'))
    throw new Error('the file has no BOM, or its last line has no line end');
  const [columns = [], ...rows] = splitLines(text.slice(1));
  return rows.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`a row of ${cells.length} cells`);
    return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']));
  });
}

/** Splits a CSV text into fields (RFC 4180, section 2). A quoted field can contain any text; in this text, two quotes mean one quote. */
function splitLines(text: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  for (const [, quoted, unquoted, separator] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    fields.push(quoted?.replaceAll('""', '"') ?? unquoted ?? '');
    if (separator === ',') continue;
    records.push(fields);
    fields = [];
  }
  return records;
}
