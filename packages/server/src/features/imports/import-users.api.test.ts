import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { imports } from '@basics/contract/imports/imports.ts';
import { toPermissionContext, listPermissions, profiles } from '@basics/contract/calls/permissions.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { type DatabaseKind, defaultDatabases } from '#server/testing/database/databases.ts';
import { importFile, createCsvText, previewImport } from '#server/testing/records/imports.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { password, passwordHash, readProblemCode } from '#server/testing/portal.ts';
import { createUserBody, listHistory, listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';
import type { StaffedPortal } from '#server/testing/records/staff.ts';
import { allRows } from '#server/testing/database/tables.ts';
import { createUsersImport } from './import-users.ts';
import { runImport } from './run-import.ts';

const csvHeader = [
  ['login', 'firstName', 'lastName', 'phone', 'company'],
  ['profile', 'brand', 'country', 'tools', 'canReceiveMail'],
].flat();
const neleRow = [
  'nele@x.example',
  'Nele',
  'Neu',
  '+49 30 1',
  'Neu GmbH',
  'SmallCustomer',
  'blue',
  'DE',
  'basics:blue',
  'yes',
];
const oleRow = [
  'ole@x.example',
  'Ole',
  'Berg',
  '',
  '',
  '5',
  'Basics Red',
  'norway',
  'basics:red:configRail:..2027-01-31',
  'no',
];

async function openFixture(kind: DatabaseKind) {
  const staffed = await openStaffedPortal(kind);
  const { portal, asRoot: token } = staffed;
  return {
    ...staffed,
    preview: (...lines: string[][]) => previewImport(portal, imports.users, createCsvText(...lines), { token }),
    importLines: (...lines: string[][]) => importFile(portal, imports.users, createCsvText(...lines), { token }),
    send: (body: Record<string, unknown>) => portal.call(imports.users, { token, body }),
    userWith: async (login: string) => {
      const { body } = await portal.call(users.search, { token, body: { keyword: login } });
      return users.search.reply.parse(body).items[0];
    },
  };
}

/** Reads the rows of all tables, except the tables that every call changes. */
const readStoredRows = async ({ portal }: Pick<StaffedPortal, 'portal'>) => {
  const { throttles: _, sessions: __, ...rows } = Object.fromEntries(Object.entries(await allRows(portal.database)));
  return rows;
};

describe.each(defaultDatabases)('an import of users (%s)', (kind) => {
  test('a dry run reports the changes of the import, and writes nothing', async () => {
    const fixture = await openFixture(kind);
    await fixture.importLines(csvHeader, neleRow);
    const rowsBefore = await readStoredRows(fixture);
    const changedRow = neleRow.with(4, 'Neu & Co.').with(5, 'OEM');
    const report = await fixture.preview(
      csvHeader,
      changedRow,
      oleRow,
      oleRow.with(0, ''),
      neleRow.with(0, 'root@portal.example'),
    );
    expect(report).toMatchObject({ written: false, rows: 4, created: 1, changed: 1, unchanged: 0, faulty: 2 });
    expect(report.changes).toEqual([
      {
        row: 2,
        name: 'nele@x.example',
        label: 'Nele Neu',
        outcome: 'changed',
        fields: [
          { field: 'company', before: 'Neu GmbH', after: 'Neu & Co.' },
          { field: 'profile', before: 'SmallCustomer', after: 'OEM' },
        ],
      },
      {
        row: 3,
        name: 'ole@x.example',
        label: 'Ole Berg',
        outcome: 'created',
        fields: Object.entries({
          firstName: 'Ole',
          lastName: 'Berg',
          profile: 'OEM',
          brand: 'red',
          country: 'NO',
          tools: 'basics:red:configRail:..2027-01-31',
          canReceiveMail: 'no',
        }).map(([field, after]) => ({ field, before: '', after })),
      },
    ]);
    expect(report.errors).toEqual([
      { row: 4, column: 'login', message: 'Login is required.' },
      { row: 5, column: 'profile', message: 'You cannot do this to your own account. Ask an administrator.' },
    ]);
    expect(await readStoredRows(fixture)).toEqual(rowsBefore);
  });

  test('an imported user gets the same account and invitation as a user who is created on the page', async () => {
    const fixture = await openFixture(kind);
    expect(await fixture.importLines(csvHeader, neleRow, oleRow)).toMatchObject({ written: true, created: 2 });
    expect(await fixture.userWith('ole@x.example')).toMatchObject({
      login: 'ole@x.example',
      profileID: 5,
      brand: 'red',
      country: 'NO',
      phone: '',
      tools: [{ tool: 'basics', brand: 'red', configTools: ['configRail'], validFrom: null, validTo: '2027-01-31' }],
      canReceiveMail: false,
      language: 'en',
      crmAccount: null,
      userDomain: 'x.example',
      status: 'approved',
      invitedUntil: '2026-03-13T12:00:00.000Z',
    });
    expect(await listLetters(fixture.portal)).toEqual([
      'accountCreated to nele@x.example',
      'accountCreated to ole@x.example',
    ]);
    const { userId = 0 } = (await fixture.userWith('nele')) ?? {};
    expect(await listHistory(fixture.portal, userId)).toEqual(['nothing -> approved']);
    const auditRows = await fixture.portal.database.kysely
      .selectFrom('audit')
      .select(['action', 'subjectKind', 'subjectId', 'actorId'])
      .where('action', 'in', ['user.create', 'import.run'])
      .orderBy('id')
      .execute();
    expect(auditRows.map(({ action, actorId: by }) => [action, by])).toEqual([
      ['user.create', fixture.root],
      ['user.create', fixture.root],
      ['import.run', fixture.root],
    ]);
    expect(auditRows[2]).toMatchObject({ subjectKind: 'import', subjectId: 'users' });
  });

  test('users can be imported without invitations', async () => {
    const fixture = await openFixture(kind);
    const options = { token: fixture.asRoot, invite: false };
    await importFile(fixture.portal, imports.users, createCsvText(csvHeader, neleRow), options);
    expect(await listLetters(fixture.portal)).toEqual([]);
    expect(await fixture.userWith('nele')).toMatchObject({ status: 'approved', invitedUntil: null });
  });

  test('the second import of the same file changes nothing, and writes no audit entry', async () => {
    const fixture = await openFixture(kind);
    await fixture.importLines(csvHeader, neleRow, oleRow);
    const rowsBefore = await readStoredRows(fixture);
    fixture.portal.pass(60_000);
    expect(await fixture.importLines(csvHeader, neleRow, oleRow)).toMatchObject({
      written: false,
      created: 0,
      changed: 0,
      unchanged: 2,
    });
    expect(await readStoredRows(fixture)).toEqual(rowsBefore);
  });

  test('an import changes only the columns of the file, an empty cell clears the value, and upper and lower case in a login make no difference', async () => {
    const fixture = await openFixture(kind);
    await fixture.importLines(csvHeader, neleRow);
    await fixture.importLines(['Login', 'PHONE'], ['NELE@X.example', '']);
    expect(await fixture.userWith('nele')).toMatchObject({ login: 'nele@x.example', phone: '', company: 'Neu GmbH' });
    expect((await fixture.preview(['login', 'brand'], ['nele@x.example', ''])).errors).toEqual([
      { row: 2, column: 'brand', message: 'Brand is required.' },
    ]);
  });

  test('one wrong row prevents the whole import', async () => {
    const fixture = await openFixture(kind);
    const csv = createCsvText(csvHeader, neleRow, oleRow.with(7, 'Atlantis'));
    const { digest } = await previewImport(fixture.portal, imports.users, csv, { token: fixture.asRoot });
    const rowsBefore = await readStoredRows(fixture);
    expect(await fixture.send({ csv, dryRun: false, digest })).toMatchObject({
      status: 422,
      body: { code: 'INVALID', fields: { csv: expect.stringContaining('nothing was imported') } },
    });
    expect(await readStoredRows(fixture)).toEqual(rowsBefore);
  });

  test('rows with errors can be left out; the report has these rows as they are in the file', async () => {
    const fixture = await openFixture(kind);
    const csv = `${createCsvText(csvHeader, neleRow, oleRow.with(7, 'Atlantis'))}\r\n"torn","row"`;
    const { digest } = await previewImport(fixture.portal, imports.users, csv, { token: fixture.asRoot });
    expect((await fixture.send({ csv, dryRun: false, digest })).status).toBe(422);
    const { status, body } = await fixture.send({ csv, dryRun: false, digest, leaveOutFaulty: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      written: true,
      rows: 3,
      created: 1,
      faulty: 2,
      columns: csvHeader,
      faultyRows: [
        { row: 3, cells: oleRow.with(7, 'Atlantis') },
        { row: 4, cells: ['torn', 'row'] },
      ],
    });
    expect(await listLetters(fixture.portal)).toEqual(['accountCreated to nele@x.example']);
    expect(await fixture.userWith('ole@x.example')).toBeUndefined();
    // The file of these rows can be corrected and imported: its column with the reasons is ignored.
    expect(await fixture.importLines(['Problem', ...csvHeader], ['Unknown country', ...oleRow])).toMatchObject({
      created: 1,
      ignoredColumns: ['Problem'],
    });
  });

  test('a change of an existing user is reported before a thousand new users', async () => {
    const fixture = await openFixture(kind);
    await fixture.importLines(csvHeader, neleRow);
    const newRows = Array.from({ length: 1100 }, (_, at) => neleRow.with(0, `new${at}@x.example`));
    const report = await fixture.preview(csvHeader, ...newRows, neleRow.with(4, 'Other'));
    expect(report).toMatchObject({ created: 1100, changed: 1 });
    expect(report.changes).toHaveLength(1000);
    expect(report.changes[0]).toMatchObject({ row: 1102, outcome: 'changed', label: 'Nele Neu' });
  });

  test('headings of the page and of German files are understood', async () => {
    const fixture = await openFixture(kind);
    const headings = ['E-Mail', 'Vorname', 'Nachname', 'Telefon', 'Firma', 'Profile', 'Brand', 'Land', 'Tools'];
    const report = await fixture.preview([...headings, 'Can receive mail'], neleRow);
    expect(report).toMatchObject({ created: 1, errors: [] });
  });

  test('a country has many names', async () => {
    const fixture = await openFixture(kind);
    const names = [
      'UK',
      'USA',
      'Turkey',
      'Czech Republic',
      'The Netherlands',
      'Great Britain',
      'Holland',
      'Österreich',
    ];
    const rows = names.map((name, at) => neleRow.with(0, `co${at}@x.example`).with(7, name));
    const { changes } = await fixture.preview(csvHeader, ...rows);
    expect(changes.map(({ fields }) => fields.find(({ field }) => field === 'country')?.after)).toEqual(
      ['GB', 'US', 'TR', 'CZ', 'NL', 'GB', 'NL', 'AT'], // oxfmt-ignore
    );
  });

  test('a domain such as müller.example and its form in ASCII are one address at every door', async () => {
    const { portal, asRoot, importLines, preview, userWith } = await openFixture(kind);
    const createRow = (login: string) => [login, ...neleRow.slice(1)];
    const rows = ['anna@müller.example', 'info@例子.example', 'a%b@firm.example'].map(createRow);
    const asciiRow = createRow('Anna@xn--mller-kva.example');
    expect(await preview(csvHeader, ...rows, asciiRow)).toMatchObject({
      errors: [{ row: 5, column: 'login', message: expect.stringContaining('2') }],
    });
    await importLines(csvHeader, ...rows);
    const readable = 'anna@müller.example';
    for (const form of [readable, 'anna@xn--mller-kva.example']) {
      expect((await userWith(form))?.login, form).toBe(readable);
      const { id } = await portal.database.kysely
        .updateTable('users')
        .set({ passwordHash, status: 'active' })
        .where('loginFold', '=', 'anna@xn--mller-kva.example')
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(await portal.signIn(form), form).not.toBe('');
      const sameUser = { ...createUserBody(), login: form, email: form };
      expect((await portal.call(users.create, { token: asRoot, body: sameUser })).body).toMatchObject({
        fields: { login: expect.any(String) },
      });
      await portal.call(session.forgotPassword, { body: { email: form } });
      await portal.settled();
      expect((await readNewestMail(portal, 'passwordReset')).userId, form).toBe(id);
      const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();
      const request = { ...person, login: form, email: form, tool: 'basics', reason: 'Conveyors', comment: '' };
      expect((await portal.call(registration.register, { body: request })).status).toBe(200);
      expect((await readNewestMail(portal, 'alreadyRegistered')).to, form).toBe(readable);
      const change = { token: asRoot, params: { id }, body: { login: form, currentPassword: password } };
      expect((await portal.call(users.changeLogin, change)).body).toMatchObject({
        fields: { login: serverMessages.loginSame },
      });
    }
  });

  test('values that a spreadsheet has destroyed are errors, in a file and in a call', async () => {
    const fixture = await openFixture(kind);
    const phones = ['4,91523E+11', '4.91523E+11', '#NAME?', '#N/A', '+49 1523 1', '+491523 #2'];
    const rows = phones.map((phone, at) => neleRow.with(0, `x${at}@x.example`).with(3, phone));
    const { errors } = await fixture.preview(csvHeader, ...rows, neleRow.with(4, 'No. #1 Tools'));
    expect(errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      `2 phone: ${fieldMessages.shortenedNumber}`,
      `3 phone: ${fieldMessages.shortenedNumber}`,
      `4 phone: ${fieldMessages.spreadsheetError}`,
      `5 phone: ${fieldMessages.spreadsheetError}`,
    ]);
    const body = createUserBody({ phone: '4,91523E+11', company: '#BEZUG!' });
    expect(await fixture.portal.call(users.create, { token: fixture.asRoot, body })).toMatchObject({
      status: 422,
      body: { fields: { phone: fieldMessages.shortenedNumber, company: fieldMessages.spreadsheetError } },
    });
  });

  test('a CRM account that differs only in leading zeros is a note, and a person with one name gets an advice', async () => {
    const fixture = await openFixture(kind);
    const account = { account: '00012345', name: 'A', city: '', country: null, fold: 'a' };
    await fixture.portal.database.kysely.insertInto('crmAccounts').values(account).execute();
    const report = await fixture.preview(
      [...csvHeader, 'crmAccount'],
      [...neleRow, '12345'],
      [...oleRow, '00012345'],
      [...neleRow.with(0, 's@x.example').with(2, ''), ''],
    );
    expect(report.notes).toEqual([{ row: 2, column: 'crmAccount', message: expect.stringContaining('00012345') }]);
    expect(report.errors.map(({ message }) => message)).toEqual([
      'Last name is required. For a person with one name, enter a hyphen (-) here.',
    ]);
  });

  test('every error is reported with its row, its column and a solution', async () => {
    const fixture = await openFixture(kind);
    await fixture.portal.addUser({ login: 'asks@x.example', status: 'pending', profileId: null });
    const { errors } = await fixture.preview(
      csvHeader,
      ['no address', '', '', '', '', '', '', '', '', ''],
      neleRow.with(5, 'King').with(6, 'green').with(7, 'XX').with(8, 'basics').with(9, 'maybe'),
      neleRow.with(0, 'b@x.example').with(5, 'viewer').with(8, 'basics:blue; basics:blue'),
      neleRow.with(0, 'c@x.example').with(8, 'hammer:blue'),
      neleRow.with(0, 'asks@x.example'),
      neleRow.with(0, 'd@x.example'),
      neleRow.with(0, 'D@x.example'),
      neleRow.with(0, 'e@x.example').with(1, 'x'.repeat(81)),
    );
    expect(errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 login: Invalid Email format.',
      '2 firstName: First name is required.',
      '2 lastName: Last name is required.',
      '2 profile: Profile is required.',
      '2 brand: Brand is required.',
      '2 country: Country is required.',
      '2 tools: Tool is required.',
      '2 canReceiveMail: Can Receive Mail is required.',
      `3 profile: “King” is not a profile that you can assign. Enter one of these: ${Object.values(profiles).join(', ')}.`,
      '3 brand: “green” is not a brand. Enter one of these: blue, red.',
      '3 country: “XX” is not a country. Enter the code of two letters, for example DE, or the English name.',
      '3 tools: Enter tools as tool:brand, for example basics:blue; basics:red.',
      '3 canReceiveMail: Enter yes or no.',
      `4 profile: “viewer” is not a profile that you can assign. Enter one of these: ${Object.values(profiles).join(', ')}.`,
      '4 tools: This tool is listed twice for this brand.',
      '5 tools: “hammer:blue” contains a tool, a brand or an add-on that does not exist. The page Tools lists those that exist.',
      '6 login: This login has a pending account request. Approve or reject it in Pending Requests.',
      '8 login: Row 7 has the same login.',
      '9 firstName: Enter at most 80 characters.',
    ]);
  });

  test('an import is refused unless a dry run of the same file was confirmed', async () => {
    const fixture = await openFixture(kind);
    const csv = createCsvText(csvHeader, neleRow);
    expect(await fixture.send({ csv, dryRun: false })).toMatchObject({
      status: 422,
      body: { fields: { digest: 'Preview this file first, then import it unchanged.' } },
    });
    const { digest } = await previewImport(fixture.portal, imports.users, csv, { token: fixture.asRoot });
    const otherRequests = [
      { csv: createCsvText(csvHeader, neleRow.with(1, 'Nora')), digest },
      { csv, digest, invite: false },
      { csv, digest: 'f'.repeat(64) },
    ];
    for (const body of otherRequests) {
      const response = await fixture.send({ ...body, dryRun: false });
      expect([response.status, readProblemCode(response.body)]).toEqual([409, 'STALE']);
    }
    const body = createUserBody({ login: neleRow[0], email: neleRow[0] });
    expect((await fixture.portal.call(users.create, { token: fixture.asRoot, body })).status).toBe(200);
    const response = await fixture.send({ csv, digest, dryRun: false });
    expect(response).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Preview the file again') },
    });
  });

  test('a user who was changed since the dry run is not overwritten', async () => {
    const fixture = await openFixture(kind);
    await fixture.importLines(csvHeader, neleRow);
    const csv = createCsvText(['login', 'phone'], ['nele@x.example', '1']);
    const { digest } = await previewImport(fixture.portal, imports.users, csv, { token: fixture.asRoot });
    const { userId: id = 0, version = 0 } = (await fixture.userWith('nele')) ?? {};
    const change = { version, company: 'Other' };
    await fixture.portal.call(users.update, { token: fixture.asRoot, params: { id }, body: change });
    expect((await fixture.send({ csv, digest, dryRun: false })).status).toBe(409);
    expect(await fixture.userWith('nele')).toMatchObject({ phone: '+49 30 1', company: 'Other' });
  });

  test('the login that replaces the login of a deleted user is not a valid login', async () => {
    const { portal, ada, asRoot, preview } = await openFixture(kind);
    await portal.call(users.remove, { token: asRoot, params: { id: ada } });
    const { errors } = await preview(csvHeader, [`deleted:${ada}`, ...neleRow.slice(1)]);
    expect(errors).toMatchObject([{ row: 2, column: 'login' }]);
  });

  test('a rejected applicant can be imported later', async () => {
    const fixture = await openFixture(kind);
    const id = await fixture.portal.addUser({ login: 'nele@x.example', status: 'pending', profileId: null });
    await fixture.portal.database.kysely
      .updateTable('users')
      .set({ status: 'rejected' })
      .where('id', '=', id)
      .execute();
    expect(await fixture.importLines(csvHeader, neleRow)).toMatchObject({ written: true, created: 1 });
  });

  test('a salesman whose profile changes loses the assigned countries, and their session ends', async () => {
    const fixture = await openFixture(kind);
    await fixture.importLines(['login', 'profile'], ['ada@portal.example', 'OEM']);
    expect((await fixture.portal.call(users.current, { token: fixture.asAda })).status).toBe(401);
    expect(await fixture.portal.database.kysely.selectFrom('countryBrandSalesmen').selectAll().execute()).toEqual([]);
  });

  test('an import that would leave no active administrator is refused (T276)', async () => {
    const fixture = await openFixture(kind);
    const { portal, root } = fixture;
    await portal.addUser({ login: 'b@portal.example', profileId: 1 });
    const c = await portal.addUser({ login: 'c@portal.example', profileId: 1 });
    const setStatus = (id: number, status: 'active' | 'suspended') =>
      portal.database.kysely.updateTable('users').set({ status }).where('id', '=', id).execute();
    await setStatus(root, 'suspended');
    const importUsers = createImport(fixture);
    const csv = createCsvText(['login', 'profile'], ['b@portal.example', 'OEM'], ['c@portal.example', 'OEM']);
    const listErrors = async () => (await importUsers({ csv, dryRun: true })).errors;
    const message = 'This is the last active administrator. Make another user an administrator first.';
    expect(await listErrors()).toEqual([2, 3].map((row) => ({ row, column: 'profile', message })));
    await setStatus(c, 'suspended');
    expect(await listErrors()).toEqual([{ row: 2, column: 'profile', message }]);
    await setStatus(root, 'active');
    expect(await listErrors()).toEqual([]);
  });

  test('a failure in the middle of an import undoes the whole import (T275)', async () => {
    const fixture = await openFixture(kind);
    const rowsBefore = await readStoredRows(fixture);
    let letterCount = 0;
    const importUsers = createImport(fixture, async () => {
      letterCount += 1;
      if (letterCount === 2) throw new Error('the disk is full');
    });
    const csv = createCsvText(csvHeader, neleRow, oleRow);
    const { digest } = await importUsers({ csv, dryRun: true });
    await expect(importUsers({ csv, dryRun: false, digest: digest ?? '' })).rejects.toThrow('the disk is full');
    expect(letterCount).toBe(2);
    expect(await readStoredRows(fixture)).toEqual(rowsBefore);
  });
});

/** Returns a function that imports without HTTP. The tests need it for a suspended administrator and for e-mails that fail. */
function createImport({ portal, root }: StaffedPortal, queueLetter: QueueLetter = async () => {}) {
  const permissions = listPermissions(toPermissionContext({ userId: root, profileID: 1 }));
  const context = {
    database: portal.database,
    queueLetter,
    actor: { userId: root, profileID: 1, login: 'root@portal.example', sessionId: 'test', permissions },
    origin: { requestId: 'test', address: '127.0.0.1', userAgent: 'test', host: 'localhost' },
    at: portal.now(),
  };
  return (file: { csv: string; dryRun: boolean; digest?: string }) =>
    runImport(context, { ...file, leaveOutFaulty: false }, createUsersImport({ ...context, invite: true }));
}
