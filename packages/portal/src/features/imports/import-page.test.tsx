import { imports, largeImports } from '@basics/contract/imports/imports.ts';
import type { ImportReport, LargeImport, LargeImportSummary } from '@basics/contract/imports/imports.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { answerDeletedUser } from '#portal/testing/records/users.ts';
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
  columns: ['login', 'company'],
  changes: [
    {
      row: 3,
      name: 'bo@x.example',
      label: 'Bo Berg',
      outcome: 'changed',
      fields: [{ field: 'company', before: '', after: 'Neu GmbH' }],
    },
    {
      row: 2,
      name: 'ada@x.example',
      label: 'Ada Łuk',
      outcome: 'created',
      fields: [
        { field: 'firstName', before: '', after: 'Ada' },
        { field: 'lastName', before: '', after: 'Łuk' },
      ],
    },
  ],
  errors: [],
  faultyRows: [],
  notes: [],
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

const chooseFile = async (
  csvText: BlobPart = 'login,company\nbo@x.example,Neu GmbH',
  name = 'people.csv',
): Promise<void> => {
  await userEvent.upload(page.getByLabelText('Choose a CSV file'), new File([csvText], name, { type: 'text/csv' }));
};

test('for each kind of import, the page shows the columns of the file before a file is chosen', async () => {
  const { screen, address } = await openImport(() => {});
  const rules = screen.getByText('Columns and rules');
  await expect.element(screen.getByText('Required: Login/Email.')).not.toBeInTheDocument();
  await rules.click();
  await expect.element(screen.getByText('Required: Login/Email.')).toBeVisible();
  await expect
    .element(screen.getByText(/At most 200,000 rows; more than 2,000 are imported in the background/))
    .toBeVisible();
  await expectAccessible();
  await screen.getByRole('radio', { name: 'CRM accounts' }).click();
  await rules.click();
  await expect.element(screen.getByText('Required: CRM account, Name.')).toBeVisible();
  expect(address()).toBe('/admin/import?kind=crmAccounts');
});

test('a preview of the changes is shown before anything is written', async () => {
  const { screen, server } = await openImport((fakeServer) => fakeServer.answer(imports.users, () => createReport()));
  await chooseFile();
  const card = screen.getByRole('region', { name: 'Preview of people.csv' });
  await expect.element(card).toMatchTextContent(/Created1Changed1Unchanged1With errors0/);
  await expect
    .element(card.getByRole('row', { name: /bo@x.example/ }))
    .toMatchTextContent(/Bo Berg.*Company empty → Neu GmbH/);
  await expect.element(card.getByRole('row', { name: /ada@x.example/ })).toMatchTextContent(/Last name Łuk/);
  expect(server.requests(imports.users).map(({ body }) => body)).toEqual([
    { csv: '"login","company"\r\nbo@x.example,Neu GmbH', invite: true, dryRun: true, leaveOutFaulty: false },
  ]);
  await expectAccessible();
});

test('a value that the file does not have is set for all rows', async () => {
  const { screen, server } = await openImport((fakeServer) => fakeServer.answer(imports.users, () => createReport()));
  await chooseFile();
  await screen.getByLabelText('Not in the file').selectOptions('Country');
  await screen.getByLabelText('All rows get').fill('Germany');
  await screen.getByRole('button', { name: 'Set for all rows' }).click();
  await expect
    .poll(() => server.requests(imports.users).at(-1)?.body.csv)
    .toBe('"country","login","company"\r\n"Germany",bo@x.example,Neu GmbH');
  await expectAccessible();
});

test('an import of users that would take the address of a deleted user says so', async () => {
  const { screen } = await openImport((server) => {
    server.answer(imports.users, () => createReport());
    answerDeletedUser(server, 'Ada@x.example');
  });
  await chooseFile();
  await expect.element(screen.getByText('A deleted user with this address can be restored')).toBeVisible();
});

test('the button imports exactly the previewed changes, and the import can be undone', async () => {
  const imported = { importId: 7, name: 'people.csv', done: 3, of: 3, report: counts };
  let shownImport = createLargeImport({
    ...imported,
    state: 'done',
    undo: { id: 'a', until: '2026-03-10T12:10:00.000Z' },
  });
  const { screen, server, address } = await openImport((fakeServer) => {
    fakeServer.answer(imports.users, ({ body }) =>
      createReport({ written: !body.dryRun, ...(!body.dryRun && { importId: 7 }) }),
    );
    fakeServer.answer(largeImports.get, () => shownImport);
    fakeServer.answer(largeImports.undo, () => {
      const refused = [{ message: 'Ada has signed in.', records: 1 }];
      shownImport = createLargeImport({ ...imported, state: 'undone', undone: { records: 1, refused, remains: [] } });
      return createLargeImport({ ...imported, state: 'undoing', done: 0, of: 2 });
    });
  });
  await chooseFile();
  await screen.getByRole('button', { name: 'Create 1, change 1, send 1 invitation' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Imported: 1 created, 1 changed' })).toBeVisible();
  expect(address()).toBe('/admin/import?import=7');
  await expect
    .element(screen.getByRole('main').getByRole('link', { name: 'My Users' }).last())
    .toHaveAttribute('href', '/users');
  const sent = { dryRun: false, name: 'people.csv', digest: 'd'.repeat(64) };
  expect(server.requests(imports.users).at(-1)?.body).toMatchObject(sent);
  await expect.element(screen.getByText(/The invitations are sent at/)).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: /^Undo/ }).click();
  const notice = screen.getByRole('alert').filter({ hasText: '1 record undone.' });
  await expect.element(notice).toMatchTextContent(/1 record not undone: Ada has signed in/);
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

const { written: _written, digest: _digest, ...counts } = createReport();

const createLargeImport = (changes: Partial<LargeImport> = {}): LargeImport => ({
  importId: 7,
  kind: 'users',
  name: 'many.csv',
  invite: true,
  startedBy: createUser('Administrator').userId,
  state: 'checked',
  createdAt: '2026-03-10T12:00:00.000Z',
  finishedAt: null,
  done: 1,
  of: 1,
  report: { ...counts, rows: 2500, created: 2499, unchanged: 0 },
  undone: null,
  ...changes,
});

/** Saves a file in the page, and returns its text instead. */
async function readSavedFile(press: () => Promise<void>): Promise<string> {
  const createUrl = vi.spyOn(URL, 'createObjectURL');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await press();
  const [blob] = createUrl.mock.calls.at(-1) ?? [];
  createUrl.mockRestore();
  click.mockRestore();
  if (!(blob instanceof Blob)) throw new Error('No file was saved.');
  return blob.text();
}

test('rows with errors are shown with their reasons, returned as a file, and left out of the import', async () => {
  const errors = [
    { row: 7, column: 'brand', message: 'This value is not allowed.' },
    { row: 4, column: null, message: 'Row 3 has the same values.' },
  ];
  const faultyRows = [
    { row: 4, cells: ['a@x.example', '=1'] },
    { row: 7, cells: ['b@x.example', 'x'] },
  ];
  const { screen, server } = await openImport((fakeServer) =>
    fakeServer.answer(imports.users, ({ body }) =>
      createReport({ errors, faulty: 2, faultyRows, written: !body.dryRun }),
    ),
  );
  await chooseFile('E-Mail;Company\na@x.example;x');
  const rows = screen.getByRole('table', { name: '2 errors' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/4.*Whole row.*Row 3 has the same values/);
  await expect.element(rows.nth(2)).toMatchTextContent(/7.*Brand.*not allowed/);
  const file = await readSavedFile(() => screen.getByRole('button', { name: 'Save 2 rows with errors' }).click());
  expect(file.replaceAll(',', ';').split('\r\n')).toEqual([
    '"Problem";"E-Mail";"Company"',
    '"Row 3 has the same values.";"a@x.example";"\'=1"',
    '"Brand: This value is not allowed.";"b@x.example";"x"',
    '',
  ]);
  await expect.element(screen.getByText('2 rows with errors are left out.')).toBeVisible();
  await expect.element(screen.getByText('You can undo the import for 10 minutes.')).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: /^Create 1, change 1/ }).click();
  await expect
    .poll(() => server.requests(imports.users).at(-1)?.body)
    .toMatchObject({ dryRun: false, leaveOutFaulty: true });
});

test('rows with errors are corrected in place, and a changed record is left out', async () => {
  const errors = [{ row: 4, column: 'login', message: 'The end of the address is missing.' }];
  const faultyRows = [{ row: 4, cells: ['b@', 'Two, Ltd'] }];
  const { screen, server } = await openImport((fakeServer) =>
    fakeServer.answer(imports.users, ({ body }) =>
      createReport(
        body.csv.includes('b@x') ? { columns: ['login', 'company'] } : { errors, faultyRows, faulty: 1, digest: 'e' },
      ),
    ),
  );
  await chooseFile('E-Mail;Firma\na@x.example;One\n"bo@x.example";"a ""b""\nc"\nb@;"Two, Ltd"\nc@x.example;Last');
  const first = screen.getByRole('region', { name: 'First rows of the file' });
  await expect.element(first.getByRole('row').nth(1)).toMatchTextContent(/a@x.exampleOne/);
  await screen.getByLabelText('Login/Email in row 4').fill('b@x.example');
  await expectAccessible();
  await screen.getByRole('button', { name: 'Check 1 corrected row again' }).click();
  await screen.getByRole('button', { name: 'Leave out Bo Berg' }).click();
  const rows = ['"login";"company"', 'a@x.example;One', '"bo@x.example";"a ""b""\nc"', '"b@x.example";"Two, Ltd"'];
  const last = 'c@x.example;Last';
  await expect
    .poll(() => server.requests(imports.users).map(({ body }) => body.csv))
    .toEqual([
      `${rows[0]}\r\n${rows[1]}\n${rows[2]}\nb@;"Two, Ltd"\n${last}`,
      `${rows[0]}\r\n${rows[1]}\n${rows[2]}\n${rows[3]}\r\n${last}`,
      `${rows[0]}\r\n${rows[1]}\n\r\n${rows[3]}\r\n${last}`,
    ]);
});

test('a change at the end of a large file is in the first view, and each list can be shown to its end', async () => {
  const [changed, created] = createReport().changes;
  if (!changed || !created) throw new Error('The report has no changes.');
  const createdRows = Array.from({ length: 299 }, (_, at) => ({ ...created, row: at + 3, name: `n${at}@x.example` }));
  const report = createReport({ rows: 300, created: 299, changes: [{ ...changed, row: 250 }, ...createdRows] });
  const { screen } = await openImport((server) => server.answer(imports.users, () => report));
  await page.viewport(1280, 800);
  await chooseFile();
  await expect.element(screen.getByRole('row', { name: /250.*bo@x.example/ })).toBeInViewport();
  const button = screen.getByRole('button', { name: 'Create 299, change 1, send 299 invitations' });
  await expect.element(button).toBeInViewport();
  await screen.getByRole('button', { name: 'Show 99 more rows' }).click();
  await expect.element(screen.getByRole('row', { name: /n298@x.example/ })).toBeInTheDocument();
});

/** The bytes of a text in which each character is one byte, such as text in a code page. */
const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each(['users', 'assignments', 'crmAccounts'] as const)(
  'if several encodings fit a file of %s, the page asks which letters are right before it sends anything',
  async (kind) => {
    const { screen, server } = await openImport(
      (fakeServer) => fakeServer.answer(imports[kind], () => createReport()),
      `/admin/import?kind=${kind}`,
    );
    const header = { users: 'login;firstName', assignments: 'country;brand;salesman', crmAccounts: 'account;name' };
    const cells = { users: 'i@x.example', assignments: 'TR;blue', crmAccounts: 'C-1' };
    await chooseFile(toBytes(`${header[kind]}\n${cells[kind]};\xDDbrahim \xDEahing\xF6z`));
    const question = screen.getByRole('region', { name: 'Which letters are right?' });
    await expect.element(question.getByText(/Ýbrahim Þahingöz/)).toBeVisible();
    await expectAccessible();
    expect(server.requests(imports[kind])).toEqual([]);
    await question.getByRole('radio', { name: /İbrahim Şahingöz/ }).click();
    await question.getByRole('button', { name: 'Use these letters' }).click();
    await expect.element(screen.getByText('Turkish (Windows-1254)')).toBeVisible();
    await expect
      .poll(() => server.requests(imports[kind]).map(({ body }) => body.csv))
      .toEqual([expect.stringContaining('İbrahim Şahingöz')]);
    // The answer can be changed.
    await screen.getByRole('button', { name: 'Change encoding' }).click();
    await expect.element(question.getByRole('radio', { name: /Greek/ })).toBeVisible();
  },
);

test('headings of the screen and of other programs are understood, and the user chooses the other columns', async () => {
  const { screen, server } = await openImport((fakeServer) => fakeServer.answer(imports.users, () => createReport()));
  await chooseFile('First name;Firma;Kontakt;Bemerkung\nAnna;Alder;anna@x.example;calls at noon');
  await expect.element(screen.getByText('Choose the columns for: Login/Email.')).toBeVisible();
  const row = screen.getByRole('row', { name: /^Kontakt/ });
  await expect.element(row).toMatchTextContent(/anna@x.example/);
  await expectAccessible();
  expect(server.requests(imports.users)).toEqual([]);
  await row.getByRole('combobox').selectOptions('Login/Email');
  await expect.element(screen.getByRole('region', { name: 'Preview of people.csv' })).toBeVisible();
  await expect
    .poll(() => server.requests(imports.users).map(({ body }) => body.csv))
    .toEqual(['"firstName";"company";"login";""\r\nAnna;Alder;anna@x.example;calls at noon']);
  // The browser remembers the column of an unknown heading.
  const next = new File(['Kontakt\nbo@x.example'], 'next.csv', { type: 'text/csv' });
  await userEvent.upload(page.getByLabelText('Choose another file'), next);
  await expect.poll(() => server.requests(imports.users).at(-1)?.body.csv).toBe('"login"\r\nbo@x.example');
});

test('an empty file with the headings of the screen can be saved', async () => {
  const { screen } = await openImport(() => {}, '/admin/import?kind=crmAccounts');
  const file = await readSavedFile(() => screen.getByRole('button', { name: 'Download a template' }).click());
  expect(file.replaceAll(',', ';')).toBe('"CRM account";"Name";"City";"Country"\r\n');
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
  await screen.getByRole('button', { name: 'Create 1, change 1, send 1 invitation' }).click();
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
  expect(parts.map((part) => part.text).join('')).toBe(csvText.replace('login\n', '"login"\r\n'));
  await expectAccessible();

  stateIndex = 1;
  await card.getByRole('button', { name: 'Create 2,499, change 1, send 2,499 invitations' }).click();
  await expect.element(card.getByRole('alert')).toMatchTextContent(/Imported/);
  await expectAccessible();
  expect(card.getByRole('button').elements()).toEqual([]);
});

test('a background import is listed on the page and can be cancelled', async () => {
  const runningImport = createLargeImport({ state: 'writing', done: 1500, of: 2500 });
  const { report: __, undone: ___, ...brief } = runningImport;
  const { screen, server } = await openImport(
    (fakeServer) => {
      fakeServer.answer(largeImports.get, () => runningImport);
      fakeServer.answer(largeImports.cancel, () => createLargeImport({ state: 'cancelled' }));
    },
    '/admin/import',
    [brief],
  );
  const row = screen.getByRole('table', { name: 'Recent imports' }).getByRole('row', { name: /many.csv/ });
  await expect.element(row).toMatchTextContent(/Users.*Importing/);
  await row.getByRole('link').click();
  const card = screen.getByRole('region', { name: 'Import of many.csv' });
  await expect.element(card.getByRole('progressbar', { name: 'Imported: 1,500 of 2,500 rows' })).toBeVisible();
  await card.getByRole('button', { name: 'Cancel import' }).click();
  await expect.element(card.getByText('The rows that were imported stay.')).toBeVisible();
  expect(server.requests(largeImports.cancel)).toMatchObject([{ params: { id: 7 } }]);
});

test('the errors of a large file are shown, and a file with too many errors cannot be imported', async () => {
  const errors = [{ row: 2400, column: 'login', message: 'Row 5 has the same login.' }];
  const faultyRows = [{ row: 2400, cells: ['a@x.example', ''] }];
  const faultyImport = createLargeImport({ report: { ...counts, errors, faulty: 2, faultyRows } });
  const { screen } = await openImport(
    (server) => server.answer(largeImports.get, () => faultyImport),
    '/admin/import?import=7',
  );
  await expect.element(screen.getByRole('table', { name: '1 error' })).toMatchTextContent(/2400.*Login\/Email.*Row 5/);
  await expect.element(screen.getByText(/More than 1 rows have errors/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Create / }).elements()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Cancel import' })).toBeVisible();
});

test('only the administrator who has sent a large file can start its import', async () => {
  const { screen } = await openImport(
    (server) => server.answer(largeImports.get, () => createLargeImport({ startedBy: 999 })),
    '/admin/import?import=7',
  );
  await expect.element(screen.getByText(/Another administrator has sent this file/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Create / }).elements()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Cancel import' })).toBeVisible();
});
