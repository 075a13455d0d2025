import { crm } from '@basics/contract/crm/crm.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { imports } from '@basics/contract/imports/imports.ts';
import { users } from '@basics/contract/users/users.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { previewImport } from '#server/testing/records/imports.ts';
import { createUserBody, assignSalesman, openStaffedPortal } from '#server/testing/records/staff.ts';

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
