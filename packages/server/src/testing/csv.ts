import type { Answer } from './portal.ts';

/** The rows of a CSV file by column name. Throws when the file is not in the form that the server writes. */
export function readCsvCells({ bytes }: Pick<Answer, 'bytes'>): Record<string, string>[] {
  const text = bytes.toString();
  if (!text.startsWith('\uFEFF') || !text.endsWith('\r\n')) throw new Error('no BOM, or a line without its end');
  const [columns = [], ...rows] = splitLines(text.slice(1));
  return rows.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`a row of ${cells.length} cells`);
    return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']));
  });
}

/** RFC 4180, section 2: quoted fields can hold any text; two quotes stand for one. */
function splitLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
