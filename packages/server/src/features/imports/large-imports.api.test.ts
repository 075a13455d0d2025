import { imports, largeImportLimits, largeImports, type LargeImport } from '@basics/contract/imports/imports.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { undo as undoCalls } from '@basics/contract/undo/undo.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Trx } from '#server/database/foundation.ts';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { days, minutes } from '#server/platform/clock/clock.ts';
import { defaultDatabases, databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { readQueryPlans } from '#server/testing/database/plans.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { moveEndOfUndo } from '#server/platform/undo/undo.repository.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { importFile } from '#server/testing/records/imports.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';
import { runLargeImports } from './large-import-runner.ts';

const header = 'login,firstName,lastName,company,profile,brand,country,tools,canReceiveMail';
const createUserLine = (at: number, company = 'Łódź "A"'): string =>
  `user${at}@x.example,Nele,Neu ${at},"${company.replaceAll('"', '""')}",OEM,blue,DE,basics:blue,yes`;

/** A file of 120 users, which is more than two batches. */
const lines = [header, ...Array.from({ length: 120 }, (_, at) => createUserLine(at))];

async function openFixture(kind: DatabaseKind) {
  const { portal, asRoot: token, root } = await openStaffedPortal(kind);
  const { queueLetter } = openOutbox(portal.database);
  const neverAborted = new AbortController().signal;
  const runImports = (signal = neverAborted, queue = queueLetter) =>
    runLargeImports({ database: portal.database, clock: portal.now, queueLetter: queue }, signal);
  const parseImport = (body: unknown): LargeImport => largeImports.get.reply.parse(body);
  const callImport = async (call: 'get' | 'start' | 'cancel', id: number, body?: { leaveOutFaulty: boolean }) =>
    portal.call(largeImports[call], { token, params: { id }, ...(body && { body }) });
  return {
    portal,
    root,
    token,
    callImport,
    runImports,
    queueLetter,
    get: async (id: number) => parseImport((await callImport('get', id)).body),
    /** Uploads a file in parts of `size` characters, and waits until the portal has checked its rows. */
    async send(text: string, size = 1000): Promise<LargeImport> {
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      );
      const createResponse = await portal.call(largeImports.create, {
        token,
        body: { kind: 'users', name: 'a.csv', parts: parts.length },
      });
      const { importId: id } = parseImport(createResponse.body);
      // The last part is sent first, because parts may arrive in any order.
      for (const [at, part] of [...parts.entries()].toReversed())
        await portal.call(largeImports.addPart, { token, params: { id }, body: { number: at + 1, text: part } });
      await runImports();
      return parseImport((await callImport('get', id)).body);
    },
    /** Runs the import, and stops it when the first e-mail of a batch is queued; that batch is still finished. */
    async runOneBatch(): Promise<void> {
      const abortController = new AbortController();
      const queue: typeof queueLetter = async (...letter) => {
        abortController.abort(new Error('the process ends'));
        return queueLetter(...letter);
      };
      await expect(runImports(abortController.signal, queue)).rejects.toThrow('the process ends');
    },
    countCreated: async (): Promise<number> =>
      (await portal.database.kysely.selectFrom('audit').select('id').where('action', '=', 'user.create').execute())
        .length,
    countImports: async (): Promise<number> =>
      (await portal.database.kysely.selectFrom('largeImports').select('id').execute()).length,
    countParts: async (): Promise<number> =>
      (await portal.database.kysely.selectFrom('largeImportParts').select('number').execute()).length,
  };
}

describe.each(databases)('the import of a large file (%s)', (kind) => {
  test('a large file is checked in the background; its import continues after an interruption and writes each row once', async () => {
    const fixture = await openFixture(kind);
    const checkedImport = await fixture.send(lines.join('\r\n'));
    expect(checkedImport).toMatchObject({
      state: 'checked',
      report: { rows: 120, created: 120, faulty: 0, errors: [] },
    });
    expect(await fixture.countCreated()).toBe(0);

    expect((await fixture.callImport('start', checkedImport.importId)).status).toBe(200);
    await fixture.runOneBatch();
    expect(await fixture.get(checkedImport.importId)).toMatchObject({ state: 'writing', done: 25, of: 120 });
    expect(await fixture.countCreated()).toBe(25);
    await fixture.runImports();
    const doneImport = await fixture.get(checkedImport.importId);
    expect(doneImport).toMatchObject({ state: 'done', done: 120, report: { rows: 120, created: 120, faulty: 0 } });
    expect(await fixture.countCreated()).toBe(120);
    const letters = await listLetters(fixture.portal);
    expect(new Set(letters).size).toBe(120);
    expect(letters).toHaveLength(120);
    expect(await fixture.countParts()).toBe(0);
    const storedCompanies = fixture.portal.database.kysely.selectFrom('users').select('company').distinct();
    expect(await storedCompanies.where('loginFold', 'like', 'user%@x.example').execute()).toEqual([
      { company: 'Łódź "A"' },
    ]);
    const auditRows = fixture.portal.database.kysely
      .selectFrom('audit')
      .select('actorId')
      .where('action', '=', 'import.run');
    expect(await auditRows.execute()).toEqual([{ actorId: fixture.root }]);
  });

  test('a row whose login was taken since the check is reported, and a file can be imported again', async () => {
    const fixture = await openFixture(kind);
    const firstImport = await fixture.send(lines.slice(0, 3).join('\n'));
    await fixture.portal.addUser({ login: 'user0@x.example', status: 'pending', profileId: null });
    await fixture.callImport('start', firstImport.importId);
    await fixture.runImports();
    expect((await fixture.get(firstImport.importId)).report).toMatchObject({
      created: 1,
      faulty: 1,
      errors: [{ row: 2, column: 'login', message: expect.stringContaining('pending account request') }],
    });
    const secondImport = await fixture.send(
      [header, createUserLine(1), createUserLine(1, 'Other').replace('user1', 'user2')].join('\n'),
    );
    expect(secondImport.report).toMatchObject({ created: 1, unchanged: 1 });
  });

  test('a large file with an error in any row is written only without these rows', async () => {
    const fixture = await openFixture(kind);
    const checkedImport = await fixture.send(
      [...lines, createUserLine(3), createUserLine(200).replace('OEM', 'King'), 'too,short'].join('\n'),
    );
    expect(checkedImport.report?.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '122 login: Row 5 has the same login.',
      expect.stringContaining('123 profile: “King” is not a profile'),
      '124 null: This row has 2 of 9 cells. Check its quotation marks and separators.',
    ]);
    expect(readProblemCode((await fixture.callImport('start', checkedImport.importId)).body)).toBe('STALE');
    expect(await fixture.countCreated()).toBe(0);
    await fixture.callImport('start', checkedImport.importId, { leaveOutFaulty: true });
    await fixture.runOneBatch();
    await fixture.runImports();
    expect(await fixture.countCreated()).toBe(120);
    const { state, report } = await fixture.get(checkedImport.importId);
    expect(state).toBe('done');
    expect(report).toMatchObject({
      rows: 123,
      created: 120,
      changed: 0,
      faulty: 3,
      errors: checkedImport.report?.errors,
    });
    expect(report?.faultyRows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [122, 'user3@x.example'],
      [123, 'user200@x.example'],
      [124, 'too'],
    ]);
    expect((await fixture.send('name\na')).report?.errors).toContainEqual(expect.objectContaining({ column: 'login' }));
    expect((await fixture.send('login\n"a')).report?.errors[0]?.message).toMatch(/quotation marks/);
  });

  test('when the lease of a killed process has expired, another process continues the import; a cancelled import keeps the written rows', async () => {
    const fixture = await openFixture(kind);
    const { importId } = await fixture.send(lines.join('\n'));
    await fixture.callImport('start', importId);
    await fixture.runOneBatch();
    const { kysely } = fixture.portal.database;
    const expiredLease = { leasedUntil: fixture.portal.now() + 120_000 };
    await kysely.updateTable('largeImports').set(expiredLease).where('id', '=', importId).execute();
    await fixture.runImports();
    expect(await fixture.countCreated(), 'another process may be writing').toBe(25);
    fixture.portal.pass(120_000);
    await fixture.runOneBatch();
    expect(await fixture.countCreated()).toBe(50);
    expect((await fixture.callImport('cancel', importId)).status).toBe(200);
    await fixture.runImports();
    expect(await fixture.countCreated()).toBe(50);
    expect(await fixture.get(importId)).toMatchObject({ state: 'cancelled', report: { created: 50 } });
    expect(await fixture.countParts()).toBe(0);
    expect(readProblemCode((await fixture.callImport('cancel', importId)).body)).toBe('STALE');

    await fixture.send(lines.join('\n'));
    fixture.portal.pass(days(7));
    await purgeExpired({
      database: fixture.portal.database,
      clock: fixture.portal.now,
      queueLetter: fixture.queueLetter,
    });
    expect(await fixture.countImports()).toBe(0);
    expect(await fixture.countParts()).toBe(0);
  });

  test('a large import is cancelled when its user is no longer an administrator', async () => {
    const fixture = await openFixture(kind);
    const { importId } = await fixture.send(lines.join('\n'));
    await fixture.callImport('start', importId);
    await fixture.runOneBatch();
    const { kysely } = fixture.portal.database;
    await kysely.updateTable('users').set({ profileId: 2 }).where('id', '=', fixture.root).execute();
    await fixture.runImports();
    expect(await fixture.countCreated()).toBe(25);
    const storedState = kysely.selectFrom('largeImports').select('state').where('id', '=', importId);
    expect(await storedState.execute()).toEqual([{ state: 'cancelled' }]);
    expect(await fixture.countParts()).toBe(0);
    const cancellation = kysely.selectFrom('audit').select('actorId').where('action', '=', 'import.cancel');
    expect(await cancellation.execute()).toEqual([{ actorId: null }]);
  });

  test('only the administrator who has sent a file can add parts to it and start it; another administrator can cancel it (T278)', async () => {
    const fixture = await openFixture(kind);
    const { portal } = fixture;
    const other = await portal.addUser({ login: 'other@portal.example', profileId: 1 });
    const asOther = await portal.signIn('other@portal.example');
    const createResponse = await portal.call(largeImports.create, {
      token: fixture.token,
      body: { kind: 'users', name: 'a.csv', parts: 2 },
    });
    const { importId: id } = largeImports.create.reply.parse(createResponse.body);
    const sendPart = (token: string, number: number, text: string) =>
      portal.call(largeImports.addPart, { token, params: { id }, body: { number, text } });
    await sendPart(fixture.token, 1, `${header}\n`);
    const refusedPart = await sendPart(asOther, 2, createUserLine(666).replace('OEM', 'Administrator'));
    expect([refusedPart.status, readProblemCode(refusedPart.body)]).toEqual([403, 'NOT_YOUR_IMPORT']);
    await sendPart(fixture.token, 2, createUserLine(1));
    await fixture.runImports();
    const refusedStart = await portal.call(largeImports.start, { token: asOther, params: { id } });
    expect([refusedStart.status, readProblemCode(refusedStart.body)]).toEqual([403, 'NOT_YOUR_IMPORT']);
    await fixture.runImports();
    expect(await fixture.countCreated()).toBe(0);
    expect(await fixture.get(id)).toMatchObject({ state: 'checked', startedBy: fixture.root });
    expect((await portal.call(largeImports.cancel, { token: asOther, params: { id } })).status).toBe(200);
    const auditRows = portal.database.kysely.selectFrom('audit').select(['action', 'actorId']);
    expect(await auditRows.where('subjectKind', '=', 'import').execute()).toEqual([
      { action: 'import.cancel', actorId: other },
    ]);
  });
});

describe.each(databases)('undoing an import (%s)', (kind) => {
  test('a large import is undone in the background: its e-mails wait until then, and users who have signed in stay', async () => {
    const fixture = await openFixture(kind);
    const { portal, token } = fixture;
    const { kysely } = portal.database;
    const undoImport = (id: number, as = token) => portal.call(largeImports.undo, { token: as, params: { id } });
    const undoToEnd = async (id: number) => {
      expect((await undoImport(id)).body).toMatchObject({ state: 'undoing' });
      await fixture.runImports();
      return fixture.get(id);
    };
    const { importId } = await fixture.send(lines.slice(0, 31).join('\n'));
    await fixture.callImport('start', importId);
    await fixture.runOneBatch();
    expect(readProblemCode((await undoImport(importId)).body), 'it is still writing').toBe('STALE');
    await fixture.runImports();
    const until = portal.now() + minutes(10);
    expect(await fixture.get(importId)).toMatchObject({
      state: 'done',
      undo: { until: new Date(until).toISOString() },
    });
    const dueTimes = await kysely.selectFrom('outbox').select('nextAttemptAt').distinct().execute();
    expect(dueTimes).toEqual([{ nextAttemptAt: until }]);

    const update = await fixture.send([header, createUserLine(3, 'Other')].join('\n'));
    await fixture.callImport('start', update.importId);
    await fixture.runImports();
    const companyOf = (login: string) =>
      kysely.selectFrom('users').select(['company', 'version']).where('loginFold', '=', login).execute();
    expect(await undoToEnd(update.importId)).toMatchObject({ state: 'undone', undone: { records: 1, refused: [] } });
    expect(await companyOf('user3@x.example')).toEqual([{ company: 'Łódź "A"', version: 3 }]);

    await kysely.updateTable('users').set({ status: 'active' }).where('loginFold', '=', 'user1@x.example').execute();
    const undone = await undoToEnd(importId);
    expect(undone.undone).toMatchObject({ records: 28, refused: [{ records: 1 }, { records: 1 }] });
    const rest = await kysely.selectFrom('users').select('loginFold').where('loginFold', 'like', 'user%').execute();
    expect(rest.map(({ loginFold }) => loginFold).toSorted()).toEqual(['user1@x.example', 'user3@x.example']);
    expect(await listLetters(portal)).toHaveLength(2);
    expect(readProblemCode((await undoImport(importId)).body)).toBe('UNDO_OVER');
    const audited = await kysely
      .selectFrom('audit')
      .select('action')
      .where('subjectKind', '=', 'import')
      .orderBy('id')
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(['import.run', 'import.run', 'import.undo', 'import.undo']);
  });

  test('an import in one call is undone in the same way, also of assignments and CRM accounts, for 10 minutes', async () => {
    const fixture = await openFixture(kind);
    const { portal, token } = fixture;
    const { kysely } = portal.database;
    const cases = [
      ['users', lines.slice(0, 3).join('\n')],
      ['assignments', 'country,brand,salesman\nSE,red,ada@portal.example'],
      ['crmAccounts', 'account,name\n1,One\n2,Two'],
      ['crmAccounts', 'account,name\n1,Uno'],
    ] as const;
    const readRows = async () => ({
      users: await kysely
        .selectFrom('users')
        .select('loginFold')
        .where('status', '<>', 'deleted')
        .orderBy('id')
        .execute(),
      assignments: await kysely.selectFrom('countryBrandSalesmen').select('id').orderBy('id').execute(),
      accounts: await kysely.selectFrom('crmAccounts').select(['account', 'name']).orderBy('account').execute(),
    });
    const rowsBefore = await readRows();
    const importIds: number[] = [];
    for (const [file, csv] of cases) {
      const { importId = 0, undo } = await importFile(portal, imports[file], csv, { token });
      expect(undo?.until).toBe(new Date(portal.now() + minutes(10)).toISOString());
      importIds.push(importId);
    }
    expect(await listLetters(portal)).toHaveLength(2);
    await portal.addUser({ login: 'other@portal.example', profileId: 1 });
    const asOther = await portal.signIn('other@portal.example');
    const undoImport = (id: number, as: string) => portal.call(largeImports.undo, { token: as, params: { id } });
    expect(readProblemCode((await undoImport(importIds[0] ?? 0, asOther)).body)).toBe('NOT_YOUR_IMPORT');
    portal.pass(minutes(9));
    for (const id of importIds.toReversed()) {
      await undoImport(id, token);
      await fixture.runImports();
      expect(await fixture.get(id)).toMatchObject({ state: 'undone', undone: { refused: [], remains: [] } });
    }
    const { users, ...rest } = await readRows();
    expect({ ...rest, users: users.filter(({ loginFold }) => loginFold !== 'other@portal.example') }).toEqual(
      rowsBefore,
    );
    expect(await listLetters(portal)).toEqual([]);
    const { importId = 0 } = await importFile(portal, imports.crmAccounts, 'account,name\n1,One', { token });
    portal.pass(minutes(10));
    expect(readProblemCode((await undoImport(importId, token)).body)).toBe('UNDO_OVER');

    // An administrator who has become a salesman undoes nothing outside the territory.
    const csv = 'country,brand,salesman\nSE,red,ada@portal.example';
    const { undo } = await importFile(portal, imports.assignments, csv, { token });
    await kysely.updateTable('users').set({ profileId: 2 }).where('id', '=', fixture.root).execute();
    const asSalesman = await portal.signIn('root@portal.example');
    const undone = await portal.call(undoCalls.undo, { token: asSalesman, params: { id: undo?.id ?? '' } });
    expect(readProblemCode(undone.body)).toBe('NOT_YOUR_TERRITORY');
    expect((await readRows()).assignments).toHaveLength(rowsBefore.assignments.length + 1);
  });

  test('an import that made a salesman a customer is undone with the profile and the ended assignments', async () => {
    const { portal, token, runImports, get } = await openFixture(kind);
    const { kysely } = portal.database;
    const readSalesman = async () => ({
      profile: await kysely
        .selectFrom('users')
        .select('profileId')
        .where('loginFold', '=', 'ada@portal.example')
        .execute(),
      assignments: await kysely
        .selectFrom('countryBrandSalesmen')
        .select(['country', 'continent', 'brandId', 'salesmanId'])
        .orderBy('id')
        .execute(),
    });
    const before = await readSalesman();
    expect(before.assignments.length).toBeGreaterThan(0);
    const csv = 'login,profile\nada@portal.example,OEM';
    const { importId = 0 } = await importFile(portal, imports.users, csv, { token });
    expect(await readSalesman()).toEqual({ profile: [{ profileId: 5 }], assignments: [] });
    await portal.call(largeImports.undo, { token, params: { id: importId } });
    await runImports();
    expect(await get(importId)).toMatchObject({
      state: 'undone',
      undone: { records: 1, refused: [], remains: [expect.stringContaining('additional permissions')] },
    });
    expect(await readSalesman()).toEqual(before);
  });
});

describe.each(defaultDatabases)('the size of a large import (%s)', (kind) => {
  test('a large file may have more rows than a file that is imported in one request', async () => {
    const fixture = await openFixture(kind);
    const rowCount = limits.import.rows.users + 1;
    const text = [header, ...Array.from({ length: rowCount }, (_, at) => createUserLine(at))].join('\n');
    expect(await fixture.send(text, largeImportLimits.partCharacters)).toMatchObject({
      state: 'checked',
      report: { rows: rowCount, created: rowCount, faulty: 0, errors: [] },
    });
  });
});

test('after a large import, SQLite finds the e-mails that an Undo deletes or delays by an index', async () => {
  const fixture = await openFixture('SQLite');
  const { kysely, refreshStatistics } = fixture.portal.database;
  const countKnownLetters = async (): Promise<number> => {
    const statistics = await sql<{ stat: string }>`select stat from sqlite_stat1 where tbl = 'outbox'`.execute(kysely);
    return Math.max(0, ...statistics.rows.map(({ stat }) => Number.parseInt(stat, 10)));
  };
  const { importId } = await fixture.send(lines.slice(0, 3).join('\n'));
  await fixture.callImport('start', importId);
  await fixture.runImports();
  await refreshStatistics();
  expect(await countKnownLetters()).toBe(2);
  const largeImport = await fixture.send(lines.join('\n'));
  await fixture.callImport('start', largeImport.importId);
  await fixture.runImports();
  expect(await countKnownLetters()).toBe(120);
  const { act } = await kysely.selectFrom('undos').select('act').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const plans = await readQueryPlans(kysely, 'SQLite', (db) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statements are only read
    moveEndOfUndo(db as Trx, act, { until: fixture.portal.now(), now: fixture.portal.now() }),
  );
  expect(plans.filter((plan) => plan.includes('outbox_state'))).toEqual([]);
});
