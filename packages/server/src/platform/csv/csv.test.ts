import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readBatches, createCsvName, writeCsv } from './csv.ts';
import type { Cell } from './csv.ts';

/** Returns the whole CSV text of a table with the given batches of rows. */
async function writeText(columns: readonly string[], ...batches: readonly Cell[][][]): Promise<string> {
  const table = { name: 'test.csv', columns, batches: ReadableStream.from(batches) };
  return (await Readable.from(writeCsv(table)).toArray()).join('');
}

test('a CSV table is written as UTF-8 with a BOM, CRLF line ends and quoted texts', async () => {
  const text = await writeText(['a', 'b'], [['Büro "Nord"', 1]], [['one\r\ntwo; three,', null]], [['', true]]);
  expect(text).toBe('\uFEFF"a","b"\r\n"Büro ""Nord""",1\r\n"one\r\ntwo; three,",\r\n"",true\r\n');
});

test('a CSV table without rows contains only its header', async () => {
  expect(await writeText(['a', 'b'])).toBe('\uFEFF"a","b"\r\n');
});

test('the file name of a CSV table contains the day of the export in UTC', () => {
  expect(createCsvName('users', Date.parse('2026-11-21T23:59:59.000Z'))).toBe('users-2026-11-21.csv');
});

test('all rows of a list are read in batches; each batch begins after the last row of the previous batch', async () => {
  const lastRows: (number | null)[] = [];
  const readNextRows = async (lastRow: number | null, limit: number): Promise<number[]> => {
    lastRows.push(lastRow);
    return [1, 2, 3, 4, 5, 6].filter((row) => row > (lastRow ?? 0)).slice(0, limit);
  };
  expect(await Readable.from(readBatches(readNextRows, 4)).toArray()).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  expect(await Readable.from(readBatches(readNextRows, 3)).toArray()).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(lastRows).toEqual([null, 4, null, 3, 6]);
});
