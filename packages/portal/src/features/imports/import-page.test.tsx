import { imports, largeImports } from '@basics/contract/imports.ts';
import type { ImportReport, LargeImport, LargeImportSummary } from '@basics/contract/imports.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const createReport = (changes: Partial<ImportReport> = {}): ImportReport => ({
  written: false,
  digest: 'd'.repeat(64),
  rows: 3,
  created: 1,
  changed: 1,
  unchanged: 1,
  faulty: 0,
  ignoredColumns: ['userId'],
  changes: [
    { row: 2, name: 'ada@x.example', outcome: 'created', fields: [] },
    {
      row: 3,
      name: 'bo@x.example',
      outcome: 'changed',
      fields: [{ field: 'company', before: '', after: 'Neu GmbH' }],
    },
  ],
  errors: [],
  ...changes,
});

const openImport = (
  prepareServer: (server: FakeServer) => void,
  at = '/admin/import',
  recent: readonly LargeImportSummary[] = [],
) =>
  openPortal({
    at,
    user: createUser('Administrator'),
    prepareServer: (server) => {
      server.answer(largeImports.list, () => ({ items: [...recent] }));
      prepareServer(server);
    },
  });

const chooseFile = async (csvText = 'login,company\nbo@x.example,Neu GmbH', name = 'people.csv'): Promise<void> => {
  await userEvent.upload(page.getByLabelText('Choose a CSV file'), new File([csvText], name, { type: 'text/csv' }));
};

test('for each kind of import, the page shows the columns of the file before a file is chosen', async () => {
  const { screen, address } = await openImport(() => {});
  await expect.element(screen.getByText('Required: login.')).toBeVisible();
  await expect
    .element(screen.getByText(/At most 100,000 rows; more than 2,000 are imported in the background/))
    .toBeVisible();
  await expectAccessible();
  await screen.getByRole('radio', { name: 'CRM accounts' }).click();
  await expect.element(screen.getByText('Required: account, name.')).toBeVisible();
  expect(address()).toBe('/admin/import?kind=crmAccounts');
});

test('a preview of the changes is shown before anything is written', async () => {
  const { screen, server } = await openImport((fakeServer) => fakeServer.answer(imports.users, () => createReport()));
  await chooseFile();
  const card = screen.getByRole('region', { name: 'Preview of people.csv' });
  await expect.element(card).toMatchTextContent(/Created1Changed1Unchanged1With errors0/);
  await expect.element(card.getByRole('row', { name: /bo@x.example/ })).toMatchTextContent('company: empty → Neu GmbH');
  await expect.element(card.getByText('Ignored columns: userId.')).toBeVisible();
  expect(server.requests(imports.users).map(({ body }) => body)).toEqual([
    { csv: 'login,company\nbo@x.example,Neu GmbH', invite: true, dryRun: true },
  ]);
  await expectAccessible();
});

test('the button imports exactly the previewed changes, and a message confirms it', async () => {
  const { screen, server } = await openImport((fakeServer) =>
    fakeServer.answer(imports.users, ({ body }) => createReport({ written: !body.dryRun })),
  );
  await chooseFile();
  await screen.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Imported: 1 created, 1 changed' })).toBeVisible();
  await expect
    .element(screen.getByRole('main').getByRole('link', { name: 'My Users' }).last())
    .toHaveAttribute('href', '/users');
  expect(server.requests(imports.users).at(-1)?.body).toMatchObject({ dryRun: false, digest: 'd'.repeat(64) });
  await expectAccessible();
});

test('changing the option for invitations creates a new preview', async () => {
  const { screen, server, address } = await openImport((fakeServer) =>
    fakeServer.answer(imports.users, () => createReport()),
  );
  await chooseFile();
  await screen.getByRole('checkbox', { name: /Send new users an invitation/ }).click();
  await expect.poll(() => server.requests(imports.users).map(({ body }) => body.invite)).toEqual([true, false]);
  // The option for invitations stays after a reload or a new sign-in, because it is in the address.
  expect(address()).toBe('/admin/import?invite=false');
});

test('the errors of a file are shown with row and column, and nothing can be imported', async () => {
  const errors = [
    { row: 7, column: 'brand', message: 'This value is not allowed.' },
    { row: 4, column: null, message: 'Row 3 has the same values.' },
  ];
  const { screen } = await openImport((server) =>
    server.answer(imports.users, () => createReport({ errors, faulty: 2 })),
  );
  await chooseFile();
  await expect.element(screen.getByRole('alert').filter({ hasText: /Nothing can be imported while/ })).toBeVisible();
  const rows = screen.getByRole('table', { name: '2 errors' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/4.*Whole row.*Row 3 has the same values/);
  await expect.element(rows.nth(2)).toMatchTextContent(/7.*brand.*not allowed/);
  expect(screen.getByRole('button', { name: /^Import/ }).elements()).toEqual([]);
  await expectAccessible();
});

test('a file without changes shows a message', async () => {
  const unchangedReport = createReport({ created: 0, changed: 0, unchanged: 3, changes: [] });
  const { screen } = await openImport((server) => server.answer(imports.users, () => unchangedReport));
  await chooseFile();
  await expect
    .element(screen.getByText('This file changes nothing. All its data is already up to date.'))
    .toBeVisible();
  expect(screen.getByRole('button', { name: /^Import/ }).elements()).toEqual([]);
});

test('if data has changed since the preview, nothing is imported and a new preview can be created', async () => {
  const message = 'The data has changed since the preview.';
  const { screen, server } = await openImport((fakeServer) =>
    fakeServer.answer(imports.users, ({ body }) =>
      body.dryRun ? createReport() : createRefusal('STALE', { message }),
    ),
  );
  await chooseFile();
  await screen.getByRole('button', { name: 'Import 2 rows' }).click();
  const notice = screen.getByRole('alert').filter({ hasText: 'Nothing was imported' });
  await expect.element(notice).toMatchTextContent(new RegExp(message));
  await notice.getByRole('button', { name: 'Preview again' }).click();
  await expect.poll(() => server.requests(imports.users).map(({ body }) => body.dryRun)).toEqual([true, false, true]);
  await expect.element(notice).not.toBeInTheDocument();
});

test('an invalid file shows an error in the card in which it was chosen', async () => {
  const { screen } = await openImport((server) =>
    server.answer(imports.users, () => createRefusal('INVALID', { fields: { csv: fieldMessages.importNoText } })),
  );
  await chooseFile();
  const notice = screen.getByRole('main').getByRole('alert');
  await expect.element(notice).toMatchTextContent(/The file could not be checked.*This is not a CSV file/);
  expect(notice.element().textContent).not.toMatch(/Reference|Some fields/);
});

test('a preview that cannot be loaded shows the reason', async () => {
  const { screen } = await openImport(
    (server) => server.answer(imports.crmAccounts, () => createRefusal('BUSY', { retryAfter: 2 })),
    '/admin/import?kind=crmAccounts',
  );
  await chooseFile('account,name\n1,x');
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/The file could not be checked.*busy/);
});

const { written: _, digest: __, ...counts } = createReport();

const createLargeImport = (changes: Partial<LargeImport> = {}): LargeImport => ({
  importId: 7,
  kind: 'users',
  name: 'many.csv',
  state: 'checked',
  createdAt: '2026-03-10T12:00:00.000Z',
  finishedAt: null,
  done: 1,
  of: 1,
  report: { ...counts, rows: 2500, created: 2499, unchanged: 0 },
  ...changes,
});

test('a large file is sent in parts, checked in the background, and imported when it is confirmed', async () => {
  const states = [
    createLargeImport({ state: 'checking', report: null }),
    createLargeImport(),
    createLargeImport({ state: 'done', done: 2500, of: 2500 }),
  ];
  let stateIndex = 0;
  const createReply = () => states[stateIndex] ?? createLargeImport();
  const { screen, server, address } = await openImport((fakeServer) => {
    fakeServer.answer(largeImports.create, () => createLargeImport({ state: 'receiving', report: null }));
    fakeServer.answer(largeImports.addPart, createReply);
    fakeServer.answer(largeImports.get, createReply);
    fakeServer.answer(largeImports.start, () => {
      stateIndex = 2;
      return createLargeImport({
        state: 'writing',
        done: 50,
        of: 2500,
        report: { ...counts, created: 50, changed: 0 },
      });
    });
  });
  const csvText = `login\n${Array.from({ length: 2500 }, (___, row) => `user${row}@${'x'.repeat(150)}.example`).join('\n')}`;
  await chooseFile(csvText, 'many.csv');
  const card = screen.getByRole('region', { name: 'Import of many.csv' });
  await expect.element(card.getByRole('progressbar', { name: 'Checked: 1 of 1 part of the file' })).toBeVisible();
  expect(address()).toBe('/admin/import?import=7');
  const parts = server.requests(largeImports.addPart).map(({ body }) => body);
  expect(parts.map(({ number }) => number)).toEqual([1, 2]);
  expect(parts.map((part) => part.text).join('')).toBe(csvText);
  await expectAccessible();

  stateIndex = 1;
  await card.getByRole('button', { name: 'Import 2,500 rows' }).click();
  await expect.element(card.getByRole('alert')).toMatchTextContent(/Imported/);
  await expectAccessible();
  expect(card.getByRole('button').elements()).toEqual([]);
});

test('a background import is listed on the page and can be cancelled', async () => {
  const runningImport = createLargeImport({ state: 'writing', done: 1500, of: 2500 });
  const { report: ___, ...brief } = runningImport;
  const { screen, server } = await openImport(
    (fakeServer) => {
      fakeServer.answer(largeImports.get, () => runningImport);
      fakeServer.answer(largeImports.cancel, () => createLargeImport({ state: 'cancelled' }));
    },
    '/admin/import',
    [brief],
  );
  const row = screen.getByRole('table', { name: 'Imports in the background' }).getByRole('row', { name: /many.csv/ });
  await expect.element(row).toMatchTextContent(/Users.*Importing/);
  await row.getByRole('link').click();
  const card = screen.getByRole('region', { name: 'Import of many.csv' });
  await expect.element(card.getByRole('progressbar', { name: 'Imported: 1,500 of 2,500 rows' })).toBeVisible();
  await card.getByRole('button', { name: 'Cancel import' }).click();
  await expect.element(card.getByText('The rows that were imported stay.')).toBeVisible();
  expect(server.requests(largeImports.cancel)).toMatchObject([{ params: { id: 7 } }]);
});

test('the errors of a large file are shown, and a file with errors cannot be imported', async () => {
  const errors = [{ row: 2400, column: 'login', message: 'Row 5 has the same login.' }];
  const faultyImport = createLargeImport({ report: { ...counts, errors, faulty: 1 } });
  const { screen } = await openImport(
    (server) => server.answer(largeImports.get, () => faultyImport),
    '/admin/import?import=7',
  );
  await expect.element(screen.getByRole('table', { name: '1 error' })).toMatchTextContent(/2400.*login.*Row 5/);
  expect(screen.getByRole('button', { name: /^Import / }).elements()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Cancel import' })).toBeVisible();
});
