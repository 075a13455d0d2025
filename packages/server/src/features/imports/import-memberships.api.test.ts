import { companies } from '@basics/contract/companies/companies.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { imports, largeImports, type ImportReport } from '@basics/contract/imports/imports.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { createCsvText, importFile, previewImport } from '#server/testing/records/imports.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';
import { runLargeImports } from './large-import-runner.ts';

const newUser = ['Nele', 'Neu', 'Old name', 'SmallCustomer', 'blue', 'DE', 'basics:blue', 'yes'];
const header = ['login', 'firstName', 'lastName', 'company', 'profile', 'brand', 'country', 'tools', 'canReceiveMail'];

async function openFixture(kind: DatabaseKind) {
  const { portal, asRoot: token, asAda } = await openStaffedPortal(kind);
  const createCompany = async (body: object) =>
    companies.create.reply.parse(
      (await portal.call(companies.create, { token, body: { country: 'DE', ...body } })).body,
    ).companyId;
  const readMember = async (login: string) => {
    const { body } = await portal.call(users.search, { token, body: { keyword: login } });
    const { company, companyId } = users.search.reply.parse(body).items[0] ?? { company: null };
    return { company, companyId };
  };
  const undo = async ({ importId = 0 }: ImportReport) => {
    await portal.call(largeImports.undo, { token, params: { id: importId } });
    const { queueLetter } = openOutbox(portal.database);
    await runLargeImports({ database: portal.database, clock: portal.now, queueLetter }, new AbortController().signal);
    return largeImports.get.reply.parse(
      (await portal.call(largeImports.get, { token, params: { id: importId } })).body,
    );
  };
  return {
    portal,
    token,
    asAda,
    createCompany,
    readMember,
    undo,
    preview: (...lines: string[][]) => previewImport(portal, imports.users, createCsvText(...lines), { token }),
    importLines: (...lines: string[][]) => importFile(portal, imports.users, createCsvText(...lines), { token }),
  };
}

describe.each(databases)('companies in files (%s)', (kind) => {
  test('a file makes new and known users members of a company by its reference, and the import is undone with the memberships', async () => {
    const fixture = await openFixture(kind);
    const { portal, createCompany, readMember, importLines, undo } = fixture;
    const granite = await createCompany({ name: 'Granite GmbH', externalRef: 'SO-1' });
    const unnumbered = await createCompany({ name: 'Marble AG' });
    const known = await portal.addUser({ login: 'known@x.example' });
    await portal.database.kysely
      .updateTable('users')
      .set({ company: 'Typed by hand' })
      .where('id', '=', known)
      .execute();
    const lines = [
      [...header, 'companyRef'],
      ['new@x.example', ...newUser, 'SO-1'],
      ['free@x.example', ...newUser, ''],
    ];
    const created = await importLines(...lines);
    expect(created).toMatchObject({ created: 2, faulty: 0 });
    expect(created.changes[0]?.fields).toContainEqual({ field: 'companyRef', before: '', after: 'SO-1' });
    expect(await readMember('new@x.example')).toEqual({ company: 'Granite GmbH', companyId: granite });
    expect(await readMember('free@x.example')).toEqual({ company: 'Old name', companyId: undefined });

    const joined = await importLines(['login', 'companyRef'], ['known@x.example', `#${unnumbered}`]);
    expect(joined.changes).toMatchObject([
      {
        outcome: 'changed',
        fields: [
          { field: 'company', before: 'Typed by hand', after: 'Marble AG' },
          { field: 'companyRef', before: '', after: `#${unnumbered}` },
        ],
      },
    ]);
    expect(await readMember('known@x.example')).toEqual({ company: 'Marble AG', companyId: unnumbered });
    const entries = await portal.database.kysely
      .selectFrom('audit')
      .select('subjectId')
      .where('action', '=', 'company.join')
      .orderBy('id')
      .execute();
    expect(entries.map(({ subjectId }) => Number(subjectId))).toEqual([granite, unnumbered]);

    expect(await undo(joined)).toMatchObject({ state: 'undone', undone: { records: 1, refused: [] } });
    expect(await readMember('known@x.example')).toEqual({ company: 'Typed by hand', companyId: undefined });
    expect(await undo(created)).toMatchObject({ state: 'undone', undone: { records: 2, refused: [] } });
    expect(await readMember('new@x.example')).toEqual({ company: null, companyId: undefined });
  });

  test('a row is refused for an unknown company, for staff, and for a member who would leave the company', async () => {
    const fixture = await openFixture(kind);
    const { portal, createCompany, preview } = fixture;
    const member = await portal.addUser({ login: 'member@x.example' });
    await createCompany({ name: 'Granite GmbH', externalRef: 'SO-1', members: [member] });
    await createCompany({ name: 'Marble AG', externalRef: 'SO-2' });
    const report = await preview(
      ['login', 'companyRef'],
      ['member@x.example', 'SO-2'],
      ['ada@portal.example', 'SO-1'],
      ['root@portal.example', 'SO-9'],
      ['root@portal.example', ''],
    );
    expect(report).toMatchObject({ changed: 0, faulty: 4 });
    expect(report.errors.map(({ row, column, message }) => [row, column, message.split('.')[0]])).toEqual([
      [2, 'companyRef', 'This user belongs to Granite GmbH'],
      [3, 'companyRef', 'Only customers with an account can be members of a company'],
      [4, 'companyRef', 'SO-9 is not a company'],
      [5, 'login', 'Row 4 has the same login'],
    ]);
    expect(await preview(['login', 'companyRef'], ['member@x.example', ''])).toMatchObject({ faulty: 1 });
    expect(await preview(['login', 'phone'], ['member@x.example', '1'])).toMatchObject({ faulty: 0, changed: 1 });
  });

  test('a reference is about one company, also if the number of another company in another system looks like its id', async () => {
    const { portal, token, createCompany, readMember, importLines } = await openFixture(kind);
    const granite = await createCompany({ name: 'Granite GmbH' });
    const marble = await createCompany({ name: 'Marble AG', externalRef: `#${granite}` });
    const exported = await portal.call(companies.export, { token, body: {} });
    expect(readCsvCells(exported).map(({ name, companyRef }) => [name, companyRef])).toEqual([
      ['Granite GmbH', `#${granite}`],
      ['Marble AG', `#${marble}`],
    ]);
    for (const [login, companyId] of [
      ['one@x.example', granite],
      ['two@x.example', marble],
    ] as const) {
      await portal.addUser({ login });
      await importLines(['login', 'companyRef'], [login, `#${companyId}`]);
      expect(await readMember(login)).toMatchObject({ companyId });
    }
  });

  test('a company that is renamed during an import has its new name at all members', async () => {
    const { portal, token, createCompany, readMember, preview } = await openFixture(kind);
    const id = await createCompany({ name: 'Granite 0', externalRef: 'SO-1' });
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const login = `user${round}@x.example`;
      await portal.addUser({ login });
      const lines = [
        ['login', 'companyRef'],
        [login, 'SO-1'],
      ];
      const { digest } = await preview(...lines);
      const body = { csv: createCsvText(...lines), dryRun: false, digest };
      const [, imported] = await Promise.all([
        portal.call(companies.update, { token, params: { id }, body: { version: round, name: `Granite ${round}` } }),
        portal.call(imports.users, { token, body }),
      ]);
      const isMember = imported.status === 200;
      if (!isMember) expect(readProblemCode(imported.body)).toBe('STALE');
      expect(await readMember(login)).toMatchObject(isMember ? { company: `Granite ${round}`, companyId: id } : {});
    }
  });

  test('an import is not undone for a member who has got PCs of the company since', async () => {
    const { portal, token, createCompany, readMember, importLines, undo } = await openFixture(kind);
    const leaver = await addPerson(portal, { grants: [] });
    const id = await createCompany({ name: 'Granite GmbH', externalRef: 'SO-1', members: [leaver.id] });
    const seats = { tool: 'basics', brand: 'blue', pcs: 1, reason: 'SO-1' };
    expect((await portal.call(companies.setSeats, { token, params: { id }, body: seats })).status).toBe(200);
    const verificationCode = createCode(createMachine('CAD-1'), { at: portal.now() });
    const issue = { token: leaver.token, params: { id: leaver.id }, body: { verificationCode } };
    expect((await portal.call(licenses.issue, issue)).status).toBe(200);
    portal.pass(minutes(1));
    await portal.addUser({ login: 'known@x.example' });
    const joined = await importLines(['login', 'companyRef'], ['known@x.example', 'SO-1']);
    const leave = { token, params: { id, userId: leaver.id } };
    expect((await portal.call(companyPeople.removeMember, leave)).status).toBe(204);
    expect(await undo(joined)).toMatchObject({ undone: { records: 0, refused: [{}] } });
    expect(await readMember('known@x.example')).toMatchObject({ companyId: id });
  });

  test('exports have the company of each user, and companies with their seats bought, within the scope of the caller', async () => {
    const fixture = await openFixture(kind);
    const { portal, token, asAda, createCompany } = fixture;
    const member = await portal.addUser({ login: 'member@x.example', country: 'DE' });
    const granite = await createCompany({ name: 'Granite GmbH', externalRef: 'SO-1', members: [member] });
    const far = await createCompany({ name: '=Far AS', country: 'NO' });
    const seats = { tool: 'basics', brand: 'blue', pcs: 40, validTo: '2027-01-31', reason: 'SO-1' };
    expect((await portal.call(companies.setSeats, { token, params: { id: granite }, body: seats })).status).toBe(200);
    const readRows = async (call: typeof users.export | typeof companies.export, as: string, body: object = {}) =>
      readCsvCells(await portal.call(call, { token: as, body: { ...body } }));
    expect((await readRows(users.export, asAda)).find(({ login }) => login === 'member@x.example')).toMatchObject({
      company: 'Granite GmbH',
      companyRef: 'SO-1',
    });
    const graniteRow = {
      companyRef: 'SO-1',
      name: 'Granite GmbH',
      country: 'DE',
      status: 'active',
      members: '1',
      managers: '0',
      seatsUsed: '0',
      seatsBought: 'basics:blue::..2027-01-31:40',
      companyId: String(granite),
    };
    expect(await readRows(companies.export, asAda)).toMatchObject([graniteRow]);
    const sort = { field: 'country', direction: 'desc' };
    expect(await readRows(companies.export, token, { sort })).toMatchObject([
      { name: "'=Far AS", companyRef: `#${far}`, seatsBought: '' },
      graniteRow,
    ]);
    expect(await readRows(companies.export, token, { keyword: 'so-1' })).toMatchObject([graniteRow]);
    const query = { separator: 'semicolon', words: 'screen' } as const;
    const text = (await portal.call(users.export, { token, body: {}, query })).bytes.toString();
    expect(await previewImport(portal, imports.users, text, { token })).toMatchObject({ changes: [], errors: [] });
  });
});
