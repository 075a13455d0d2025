import * as fc from 'fast-check';
import { crm } from '@basics/contract/crm/crm.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { imports } from '@basics/contract/imports/imports.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { describe, expect, test } from 'vitest';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { databases } from '#server/testing/database/databases.ts';
import { importFile, createCsvText, previewImport } from '#server/testing/records/imports.ts';
import { openStaffedPortal, createUserBody, assignSalesman } from '#server/testing/records/staff.ts';
import { allRows } from '#server/testing/database/tables.ts';

describe.each(databases)('imports (%s)', (kind) => {
  test('CRM accounts are created, changed and left unchanged, and each change has its audit entry', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const importLines = (...lines: string[][]) =>
      importFile(portal, imports.crmAccounts, createCsvText(...lines), { token });
    const header = ['account', 'name', 'city', 'country'];
    const firstLines = [
      header,
      ['C-1', 'Ångström AB', 'Malmö', 'se'],
      ['=C-2', 'Neu', '', 'Germany'],
      ['C-3', 'Gone', '', ''],
    ];
    expect(await importLines(...firstLines)).toMatchObject({ written: true, created: 3, changed: 0, unchanged: 0 });
    expect(await importLines(...firstLines)).toMatchObject({ written: false, unchanged: 3 });
    const secondReport = await importLines(
      ['Country', 'NAME', 'account'],
      ['NO', 'Ångström AS', 'C-1'],
      ['', 'Gone', 'C-3'],
    );
    expect(secondReport).toMatchObject({ written: true, changed: 1, unchanged: 1 });
    expect(secondReport.changes).toEqual([
      {
        row: 2,
        name: 'C-1',
        label: 'Ångström AB',
        outcome: 'changed',
        fields: [
          { field: 'name', before: 'Ångström AB', after: 'Ångström AS' },
          { field: 'country', before: 'SE', after: 'NO' },
        ],
      },
    ]);
    const { body } = await portal.call(crm.search, { token, body: { keyword: 'angstrom malmo' } });
    expect(body).toMatchObject({
      total: 1,
      items: [{ account: 'C-1', name: 'Ångström AS', city: 'Malmö', country: 'NO' }],
    });
    expect((await portal.call(users.crm, { token, body: { keyword: 'neu' } })).body).toMatchObject({
      items: [{ account: '=C-2', country: 'DE' }],
    });
    const rows = await portal.database.kysely.selectFrom('audit').select('action').orderBy('id').execute();
    const actions = rows.map(({ action }) => action).filter((action) => /crm|import/.test(action));
    const creationActions = Array.from({ length: 3 }, () => 'crmAccount.create');
    expect(actions).toEqual([...creationActions, 'import.run', 'crmAccount.update', 'import.run']);
  });

  test('errors in CRM accounts are reported with their row and column', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const csv = createCsvText(
      ['account', 'name', 'country'],
      ['', 'No number', ''],
      ['C-1', '', 'XX'],
      ['C-1', 'Twin', ''],
    );
    const { errors } = await previewImport(portal, imports.crmAccounts, csv, { token });
    expect(errors).toEqual([
      { row: 2, column: 'account', message: 'Account is required.' },
      { row: 3, column: 'name', message: 'Name is required.' },
      {
        row: 3,
        column: 'country',
        message: '“XX” is not a country. Enter the code of two letters, for example DE, or the English name.',
      },
      { row: 4, column: 'account', message: 'Row 3 has the same account.' },
    ]);
  });

  test('numbers that a spreadsheet has destroyed are errors, and numbers without their leading zeros are notes', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const header = ['account', 'name'];
    await importFile(portal, imports.crmAccounts, createCsvText(header, ['00012345', 'First']), { token });
    const csv = createCsvText(
      header,
      ['1,2345E+04', 'Musterbau GmbH'],
      ['1.23457E+11', 'Beispiel AG'],
      ['#N/A', 'Probe SARL'],
      ['00077', '#REF!'],
      ['12345', 'Twin'],
      ['0815', 'Third'],
      ['815', 'Fourth'],
    );
    const { errors, notes, created } = await previewImport(portal, imports.crmAccounts, csv, { token });
    expect(errors).toEqual([
      { row: 2, column: 'account', message: fieldMessages.shortenedNumber },
      { row: 3, column: 'account', message: fieldMessages.shortenedNumber },
      { row: 4, column: 'account', message: fieldMessages.spreadsheetError },
      { row: 5, column: 'name', message: fieldMessages.spreadsheetError },
    ]);
    expect(notes).toEqual([
      { row: 6, column: 'account', message: expect.stringContaining('account 00012345') },
      { row: 8, column: 'account', message: expect.stringContaining('Row 7') },
    ]);
    expect(created).toBe(3);
  });

  test('the list of CRM accounts is filtered and sorted, and its export has the same rows', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const accountRows = [
      ['C-1', 'Zeta', 'DE'],
      ['C-2', 'alpha', 'DE'],
      ['C-3', 'Beta', 'NO'],
    ];
    await importFile(portal, imports.crmAccounts, createCsvText(['account', 'name', 'country'], ...accountRows), {
      token,
    });
    for (const [query, expectedAccounts] of [
      [{}, ['C-2', 'C-3', 'C-1']],
      [{ sort: { field: 'name', direction: 'desc' } }, ['C-1', 'C-3', 'C-2']],
      [{ sort: { field: 'account', direction: 'desc' } }, ['C-3', 'C-2', 'C-1']],
      [{ country: 'DE', keyword: 'ZETA' }, ['C-1']],
    ] as const) {
      const { body } = await portal.call(crm.search, { token, body: query });
      expect(crm.search.reply.parse(body).items.map(({ account }) => account)).toEqual(expectedAccounts);
      const rows = readCsvCells(await portal.call(crm.export, { token, body: query }));
      expect(rows.map(({ account }) => account)).toEqual(expectedAccounts);
    }
    const readPage = async (pagePosition: object) =>
      crm.search.reply.parse((await portal.call(crm.search, { token, body: { pageSize: 2, ...pagePosition } })).body);
    const firstPage = await readPage({});
    expect(firstPage).toMatchObject({ items: [{ account: 'C-2' }, { account: 'C-3' }], total: 3 });
    const secondPage = await readPage({ after: firstPage.next });
    expect(secondPage.items).toEqual([{ account: 'C-1', name: 'Zeta', city: '', country: 'DE' }]);
    expect(secondPage).not.toHaveProperty('next');
    expect(await readPage({ before: secondPage.previous })).toMatchObject({ items: firstPage.items });
  });

  test('an import of assignments creates the missing assignments, and deletes none', async () => {
    const { portal, ada, asRoot: token } = await openStaffedPortal(kind);
    const lines = [
      ['DE', 'blue', 'ada@portal.example'],
      ['Norway', 'Basics Red', 'ADA@portal.example'],
    ];
    const csv = createCsvText(['country', 'brand', 'salesman'], ...lines);
    expect(await previewImport(portal, imports.assignments, csv, { token })).toMatchObject({
      created: 1,
      unchanged: 1,
      changes: [{ row: 3, name: 'NO, red, ADA@portal.example', outcome: 'created' }],
    });
    await importFile(portal, imports.assignments, csv, { token });
    const { body } = await portal.call(countrySalesmen.search, { token, body: {} });
    expect(countrySalesmen.search.reply.parse(body).items).toMatchObject([
      { country: 'DE', brand: 'blue', salesman: { userId: ada } },
      { country: 'NO', continent: 'Europe', brand: 'red', salesman: { userId: ada } },
    ]);
    expect(await importFile(portal, imports.assignments, csv, { token })).toMatchObject({
      written: false,
      unchanged: 2,
    });
    const faultyCsv = createCsvText(
      ['country', 'brand', 'salesman'],
      ['', 'green', 'root@portal.example'],
      ['SE', 'red', 'ada@portal.example'],
      ['se', 'red', 'ada@portal.example'],
    );
    expect((await previewImport(portal, imports.assignments, faultyCsv, { token })).errors).toEqual([
      { row: 2, column: 'country', message: 'Country is required.' },
      { row: 2, column: 'brand', message: '“green” is not a brand. Enter one of these: blue, red.' },
      {
        row: 2,
        column: 'salesman',
        message: '“root@portal.example” is not an active salesman. Enter the login of an active salesman.',
      },
      { row: 4, column: null, message: 'Row 3 has the same values.' },
    ]);
  });

  test('a file that cannot be read is reported, and nothing is written', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const rowsBefore = await allRows(portal.database);
    const report = await previewImport(portal, imports.crmAccounts, 'account,nome\r\nC-1,x', { token });
    expect(report).toMatchObject({
      rows: 0,
      faulty: 1,
      errors: [
        { row: 1, column: 'nome' },
        { row: 1, column: 'name' },
      ],
    });
    const response = await portal.call(imports.crmAccounts, {
      token,
      body: { csv: 'account,nome\r\nC-1,x', dryRun: false, digest: report.digest },
    });
    expect(response).toMatchObject({ status: 422, body: { fields: { csv: expect.any(String) } } });
    expect((await portal.call(imports.crmAccounts, { token, body: { csv: ' \n', dryRun: true } })).status).toBe(422);
    for (const csv of ['\u0089PNG\r\n\0\0\0\rIHDR', 'account,name\r\nC-1,\u001B$BNkLZ\u001B(B'])
      expect(await portal.call(imports.crmAccounts, { token, body: { csv, dryRun: true } })).toMatchObject({
        status: 422,
        body: { fields: { csv: fieldMessages.importNoText } },
      });
    expect(await allRows(portal.database)).toEqual(rowsBefore);
  });

  test('a file of 5 MiB is accepted, and a larger file is refused (T277)', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const importFileOfSize = (letterCount: number) =>
      portal.call(imports.crmAccounts, {
        token,
        body: { csv: `account,name\n${'x'.repeat(letterCount)}`, dryRun: true },
      });
    expect((await importFileOfSize(4_000_000)).status).toBe(200);
    expect(await importFileOfSize(5_300_000)).toMatchObject({
      status: 413,
      body: { message: 'This request is too large. Send at most 5 MiB.' },
    });
  });
});

/** Values that spreadsheets and parsers often handle wrongly. */
const difficultValues = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '+33 1 42',
    '-1',
    '@x',
    "'=1",
    "'quoted'",
    ' leading',
    'trailing ',
    '\ttab',
    'a\r\nb',
    'a\nb',
    '"',
    '""',
    ',;\t',
    '\uFEFFx',
    '＝1',
    'Ω≈ç√',
    '👩‍🔧',
    'null',
    '',
  ),
  fc.string({
    unit: fc.constantFrom('=', '+', "'", '"', ',', ';', ' ', '\t', '\r', '\n', '\uFEFF', 'a', 'é'),
    maxLength: 8,
  }),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
);

describe.each(databases)('an export that is imported again (%s)', (kind) => {
  test('importing an exported file of users changes nothing, even if it contains special values', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const cells = fc.sample(
      fc.tuple(difficultValues, difficultValues, difficultValues, difficultValues, difficultValues),
      { numRuns: 120, seed: 20_261_121 },
    );
    for (const [at, [first, last, phone, company, account]] of cells.entries()) {
      const login = `user${at}@x.example`;
      const response = await portal.call(users.create, {
        token,
        body: createUserBody({ login, email: login, canReceiveMail: at % 2 === 0 }),
      });
      const { userId } = users.create.reply.parse(response.body);
      const texts = { firstName: first, lastName: last, phone, company, crmAccount: account };
      // The database can contain old values that forms no longer accept.
      const oldValues = { profileId: 99, brandId: null, country: null, language: 'de' };
      await portal.database.kysely
        .updateTable('users')
        .set({ ...texts, ...(at % 10 === 0 && oldValues) })
        .where('id', '=', userId)
        .execute();
    }
    const csv = (await portal.call(users.export, { token, body: {} })).bytes.toString();
    const report = await previewImport(portal, imports.users, csv, { token });
    expect(report.changes).toEqual([]);
    expect(report).toMatchObject({ rows: 122, created: 0, unchanged: 122, errors: [] });
  });

  test('importing exported files of assignments and CRM accounts changes nothing', async () => {
    const { portal, ada, asRoot: token } = await openStaffedPortal(kind);
    for (const country of ['NO', 'SE', 'FR']) await assignSalesman(portal.database, ada, country, 'red');
    const assignmentsCsv = (await portal.call(countrySalesmen.export, { token, body: {} })).bytes.toString();
    expect(await previewImport(portal, imports.assignments, assignmentsCsv, { token })).toMatchObject({
      rows: 4,
      unchanged: 4,
      errors: [],
    });

    const cells = fc.sample(fc.tuple(difficultValues, difficultValues), { numRuns: 120, seed: 7 });
    const accounts = cells.map(([name, city], at) => ({
      account: `${['=', "'", '-', ''][at % 4]}C-${at}`,
      name: `${name}x`,
      city,
      country: at % 2 === 0 ? 'DE' : null,
      fold: `${at}`,
    }));
    await portal.database.kysely.insertInto('crmAccounts').values(accounts).execute();
    const accountsCsv = (await portal.call(crm.export, { token, body: {} })).bytes.toString();
    expect(await previewImport(portal, imports.crmAccounts, accountsCsv, { token })).toMatchObject({
      rows: 120,
      unchanged: 120,
      errors: [],
    });
  });
});
