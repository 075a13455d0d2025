import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noon } from '#server/testing/portal.ts';
import { createStoppedPortal } from '#server/testing/processes/stopped-portal.ts';

const clock = () => noon;

test('importing an exported list changes nothing, and a changed list is imported with the same rules as on the import page', async () => {
  const { folder, run, database } = await createStoppedPortal('SQLite');
  const asRootOption = ['--by', 'root@portal.example'];
  const exportRun = await run(['export', 'users', 'users.csv', ...asRootOption], { clock });
  expect(exportRun, exportRun.error).toMatchObject({ code: 0, out: expect.stringContaining('contains 2 rows') });
  const file = join(folder, 'users.csv');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secondImport = await run(['import', 'users', 'users.csv', ...asRootOption], { clock });
  expect(secondImport, secondImport.error).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 unchanged, 0 with errors'),
  });

  const text = await readFile(file, 'utf8');
  const countUsers = async () =>
    (await database.kysely.selectFrom('users').select('login').orderBy('id').execute()).length;
  const [header = '', ...rows] = text.trimEnd().split('\r\n');
  const customerRow = rows.find((row) => row.includes('cad@customer.example')) ?? '';
  const newCustomerRow = customerRow.replaceAll('cad@customer.example', 'new@customer.example');
  await writeFile(join(folder, 'more.csv'), [header, customerRow, newCustomerRow].join('\r\n'));
  const dryRunResult = await run(['import', 'users', 'more.csv', '--dry-run', ...asRootOption, '--json'], { clock });
  expect(JSON.parse(dryRunResult.out)).toMatchObject({ ok: true, state: 'checked', created: 1, unchanged: 1 });
  expect(await countUsers()).toBe(2);
  const importRun = await run(['import', 'users', 'more.csv', ...asRootOption, '--json'], { clock });
  expect(JSON.parse(importRun.out)).toMatchObject({ ok: true, state: 'done', created: 1, unchanged: 1 });
  expect(await countUsers()).toBe(3);

  await writeFile(
    join(folder, 'wrong.csv'),
    [header, newCustomerRow.replaceAll('new@customer.example', 'no address')].join('\n'),
  );
  const wrongImportRun = await run(['import', 'users', 'wrong.csv', ...asRootOption], { clock });
  expect(wrongImportRun).toMatchObject({
    code: 1,
    error: expect.stringMatching(/Nothing was written\. .*\nRow 2, /s),
  });
  expect(await countUsers()).toBe(3);

  expect(await run(['export', 'users', 'users.csv', ...asRootOption], { clock })).toMatchObject({
    code: 1,
    error: expect.stringContaining('exists already'),
  });
  expect(await run(['export', 'secrets', 'x.csv', ...asRootOption], { clock })).toMatchObject({ code: 2 });
  expect(await run(['import', 'users', 'more.csv', '--by', 'cad@customer.example'], { clock })).toMatchObject({
    code: 1,
  });
  for (const list of ['requests', 'licenses', 'assignments', 'crmAccounts']) {
    const { code, error } = await run(['export', list, `${list}.csv`, ...asRootOption], { clock });
    expect({ list, code, error }).toMatchObject({ code: 0 });
  }
});

test('a file of another code page is read, and the command asks which one if several fit', async () => {
  const { folder, run, database } = await createStoppedPortal('SQLite');
  const importAccounts = async (bytes: Buffer, ...options: string[]) => {
    await writeFile(join(folder, 'accounts.csv'), bytes);
    return run(['import', 'crmAccounts', 'accounts.csv', '--by', 'root@portal.example', ...options], { clock });
  };
  const listNames = async () =>
    (await database.kysely.selectFrom('crmAccounts').select('name').orderBy('account').execute()).map(
      ({ name }) => name,
    );
  const polish = Buffer.from('account;name\r\n1;\xA3ukasz \xAF\xF3\xB3\xE6 Zak\xB3ad', 'latin1');
  expect(await importAccounts(polish)).toMatchObject({ code: 0 });
  expect(await listNames()).toEqual(['Łukasz Żółć Zakład']);
  const czech = Buffer.from('account;name\r\n2;Dvo\xF8\xE1k Plze\xF2', 'latin1');
  const question = await importAccounts(czech);
  expect(question.code).not.toBe(0);
  expect(question.error).toMatch(
    /--encoding windows-1252\n +2;Dvoøák Plzeò\n--encoding windows-1250\n +2;Dvořák Plzeň/,
  );
  expect(await importAccounts(czech, '--encoding', 'latin-7')).toMatchObject({ code: 2 });
  expect(await importAccounts(czech, '--encoding', 'windows-1250')).toMatchObject({ code: 0 });
  expect(await listNames()).toEqual(['Łukasz Żółć Zakład', 'Dvořák Plzeň']);
});
