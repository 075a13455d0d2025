import { expect, test } from 'vitest';
import { addColumn, findColumns, listMissingColumns, readTable, writeTable } from './read-table.ts';

test.each([
  ['semicolons', 'E-Mail;Vorname\r\na@x.example;"Anna; ""B"""\r\n', ['a@x.example', 'Anna; "B"']],
  ['a named separator', '\uFEFFsep=;\r\nE-Mail;Vorname\na@x.example;Anna', ['a@x.example', 'Anna']],
  ['line ends of old Macs', 'E-Mail,Vorname\r,\ra@x.example,Anna\r', ['a@x.example', 'Anna']],
  ['tabs', 'E-Mail\tVorname\na@x.example\t\n', ['a@x.example', '']],
])(
  'the headings of a table with %s get the names of the columns, and its rows stay as they are',
  (_, text, examples) => {
    const table = readTable(text);
    expect(table.header).toEqual(['E-Mail', 'Vorname']);
    expect(table.examples).toEqual(examples);
    const columns = findColumns('users', table);
    expect(columns).toEqual(['login', 'firstName']);
    const [header, rows] = [`"login"${table.separator}"firstName"\r\n`, table.rowsText];
    expect(writeTable(table, columns)).toBe(header + rows);
    expect(writeTable(table, ['login', null])).toBe(`"login"${table.separator}""\r\n${rows}`);
  },
);

test('empty cells at the end of a tab-separated table are kept', () => {
  expect(readTable('a\tb\tc\n1\t\t\r\n').rowsText).toBe('1\t""\t""');
});

test('an unknown heading and the second heading with the same meaning are left out', () => {
  const columns = findColumns('crmAccounts', { header: ['Kundennummer', 'Number', 'Notes'] });
  expect(columns).toEqual(['account', null, null]);
  expect(listMissingColumns('crmAccounts', columns)).toEqual(['Name']);
});

test('all rows get a value that the file does not have; empty lines stay empty', () => {
  const table = addColumn(
    readTable('login;company\r\na@x.example;"A; B"\r\n\r\nb@x.example;C'),
    'Country',
    'Côte d’Ivoire; "CI"',
  );
  expect(table).toMatchObject({
    header: ['Country', 'login', 'company'],
    examples: ['Côte d’Ivoire; "CI"', 'a@x.example', 'A; B'],
    rowsText: '"Côte d’Ivoire; ""CI""";a@x.example;"A; B"\r\n\r\n"Côte d’Ivoire; ""CI""";b@x.example;C',
  });
  expect(findColumns('users', table)).toEqual(['country', 'login', 'company']);
});

test('a table without a closing quotation mark has no examples', () => {
  expect(readTable('a;"b')).toMatchObject({ header: [], rowsText: 'a;"b' });
});
