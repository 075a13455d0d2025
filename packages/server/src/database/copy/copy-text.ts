import { createHash } from 'node:crypto';
import type { CopyText } from '../foundation.ts';

/** The values of a row in the order of the table's columns. */
export type CopiedRow = readonly (string | number | null)[];

/** The line between the rows of a table and what follows. No row is written so. */
export const endOfRows = '\\.';

/** The characters that COPY writes as a backslash and a letter. */
const letters: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v' };
const characters = Object.fromEntries(Object.entries(letters).map(([character, letter]) => [letter, character]));

/** Writes a row as PostgreSQL does, with the line end. */
export const formatRow = (row: CopiedRow): string => `${row.map(formatValue).join('\t')}\n`;

function formatValue(value: string | number | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return value.replaceAll(/[\\\b\f\n\r\t\v]/g, (character) => `\\${letters[character] ?? character}`);
}

/** Reads the values of a line; all are texts or null. */
const parseRow = (line: string): (string | null)[] => line.split('\t').map(parseValue);

function parseValue(value: string): string | null {
  if (!value.includes('\\')) return value;
  if (value === '\\N') return null;
  return value.replaceAll(/\\(.)/g, (_, letter: string) => characters[letter] ?? letter);
}

/** Splits a text into its lines without line ends, as many at once as each part of the text contains. */
export async function* readLines(text: CopyText): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of text) {
    const lines = (rest + (typeof part === 'string' ? part : decoder.decode(part, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') throw new Error('the text ends within a line');
}

export async function* readRows(text: CopyText): AsyncGenerator<(string | null)[][]> {
  for await (const lines of readLines(text)) yield lines.map(parseRow);
}

/** The number of rows and the SHA-256 of their text, in the order of the primary key. */
export type RowsContent = { rows: number; sha256: string };

/** Returns the same rows, and a function that returns their number and hash after the last one was read. */
export function measureRows(text: CopyText): { text: CopyText; content: () => RowsContent } {
  const hash = createHash('sha256');
  let rows = 0;
  async function* measure(): CopyText {
    for await (const part of text) {
      const bytes = Buffer.from(part);
      hash.update(bytes);
      for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) rows += 1;
      yield bytes;
    }
  }
  return { text: measure(), content: () => ({ rows, sha256: hash.digest('hex') }) };
}

const lineFeed = 10;
