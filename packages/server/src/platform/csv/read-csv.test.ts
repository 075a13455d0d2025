import { describe, expect, test } from 'vitest';
import { createTornRowErrors, readCsv } from './read-csv.ts';

const csvFormat = {
  columns: ['login', 'phone', 'tools'],
  requiredColumns: ['login'],
  ignoredColumns: ['userId'],
  maxRows: 5,
};

const readFaults = (text: string) => {
  const file = readCsv(text, csvFormat);
  return 'rows' in file ? file.rows.map(({ row, cells }) => [row, ...cells.values()]) : file;
};

describe('reading a table', () => {
  test.each([
    ['a table that was exported', '\uFEFF"login","phone"\r\n"a","\'+33 1"\r\n'],
    ['a table separated by commas', 'login,phone\na,+33 1'],
    ['a table separated by semicolons', 'login;phone\r\na;+33 1\r\n'],
    ['a table separated by tabs', 'login\tphone\na\t+33 1\n'],
    ['a table with line ends of old Macs', 'login,phone\ra,+33 1\r'],
    ['a table that names its separator', 'sep=;\r\nlogin;phone\r\na;+33 1'],
    ['a table with capitals and blanks in its header', ' LOGIN , Phone \na,+33 1'],
  ])('%s is read', (_, text) => {
    expect(readFaults(text)).toEqual([[2, 'a', '+33 1']]);
  });

  test('quoted cells of a CSV file can contain quotation marks, separators and line breaks', () => {
    expect(readFaults('login,tools\n"a ""b"", c","basics:blue; basics:red"\n"two\nlines",x')).toEqual([
      [2, 'a "b", c', 'basics:blue; basics:red'],
      [3, 'two\nlines', 'x'],
    ]);
  });

  test('semicolons in the cells of a CSV file do not change the detected separator', () => {
    expect(readFaults('login,tools\na,basics:blue; basics:red; basics:green')).toEqual([
      [2, 'a', 'basics:blue; basics:red; basics:green'],
    ]);
  });

  test('empty lines of a CSV file are skipped, and rows have the numbers that a spreadsheet shows', () => {
    expect(readFaults('login,phone\n\na,1\n,\nb,2\n\n')).toEqual([
      [3, 'a', '1'],
      [5, 'b', '2'],
    ]);
  });

  test('columns that an import does not use are ignored, and the result lists them as ignored', () => {
    expect(readCsv('userId,login\n7,a', csvFormat)).toMatchObject({ columns: ['login'], ignoredColumns: ['userId'] });
  });
});

test('rows with too few or too many cells are separated from the other rows', () => {
  const file = readCsv('login,phone\na\nb,1,2\nc,3', csvFormat);
  if (!('rows' in file)) throw new Error('The file has faults.');
  expect(file.rows.map(({ row, line }) => [row, ...line])).toEqual([[4, 'c', '3']]);
  expect(file.tornRows).toEqual([
    { row: 2, cells: ['a'] },
    { row: 3, cells: ['b', '1', '2'] },
  ]);
  expect(createTornRowErrors(file).map(({ message }) => message)).toEqual([
    'This row has 1 of 2 cells. Check its quotation marks and separators.',
    'This row has 3 of 2 cells. Check its quotation marks and separators.',
  ]);
});

test('columns without a heading are ignored, and a heading can have another name', () => {
  const format = { ...csvFormat, findColumn: (heading: string) => (heading === 'E-Mail' ? 'login' : null) };
  expect(readCsv('E-Mail;;Phone;\na;x;1;', format)).toMatchObject({
    header: ['E-Mail', '', 'Phone', ''],
    columns: ['login', 'phone'],
    rows: [{ row: 2, line: ['a', 'x', '1', ''] }],
  });
});

describe('faults of a file', () => {
  test.each([
    ['login,fone,phone,phone\na,1,2,3', [1, 1], ['fone', 'phone'], /unknown.*login, phone, tools|twice/],
    ['phone\n1', [1], ['login'], /missing/],
    ['login,phone\na,1\nb,"2', [3], [null], /quotation marks/],
    ['login,phone\na,1\nb,2"3', [3], [null], /quotation marks/],
    ['login\n1\n2\n3\n4\n5\n6', [1], [null], /There are 6 rows. Import at most 5 at a time/],
  ])('the fault of %j is reported (T488)', (text, rows, columns, pattern) => {
    const faults = readCsv(text, csvFormat);
    if ('rows' in faults) throw new Error('The file has no faults.');
    expect(faults.map(({ row }) => row)).toEqual(rows);
    expect(faults.map(({ column }) => column)).toEqual(columns);
    for (const { message } of faults) expect(message).toMatch(pattern);
  });

  test.each([
    [
      'too many columns',
      `login${','.repeat(200_000)}\na`,
      'There are 200001 columns. The known columns are: login, phone, tools.',
    ],
    [
      'too many lines',
      `login,phone\na,1${'\n'.repeat(200_000)}`,
      'There are more than 25 lines. Remove empty lines, and import at most 5 rows at a time.',
    ],
  ])('a file with %s has one fault, and its rows are not checked', (_, text, message) => {
    expect(readCsv(text, csvFormat)).toEqual([{ row: 1, column: null, message }]);
  });

  test('a CSV file with exactly the maximum number of empty lines is read without a fault', () => {
    expect(readFaults(`login,phone${'\n'.repeat(24)}a,1\nb,2`)).toEqual([
      [25, 'a', '1'],
      [26, 'b', '2'],
    ]);
  });
});
