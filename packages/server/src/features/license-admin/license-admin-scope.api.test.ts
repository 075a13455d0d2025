import { fleet } from '@basics/contract/fleet/fleet.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licensePreview, licenses } from '@basics/contract/licenses/licenses.ts';
import { userPresence } from '@basics/contract/users/presence.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { evidence } from '@basics/contract/requests/request-evidence.ts';
import { users } from '@basics/contract/users/users.ts';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  createHelpRequestRow,
  createLicenseRow,
  createMachineRow,
  createUserRow,
  writeMissingSearchTexts,
} from '#server/testing/database/rows.ts';
import { countFleet } from '#server/features/fleet/count-fleet.ts';
import { days } from '#server/platform/clock/clock.ts';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { databases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readProblemCode, openPortal, testKey, type Portal } from '#server/testing/portal.ts';
import { assignSalesman, addStaff } from '#server/testing/records/staff.ts';

/**
 * Opens a portal with a salesman's two customers and 500 customers out of the salesman's scope, each with one licence.
 */
async function openManyCustomers(kind: DatabaseKind) {
  const database = await createTestDatabase(kind);
  const { counterPlugin, count } = createStatementCounter();
  const countedDatabase = { ...database, kysely: database.kysely.withPlugin(counterPlugin) };
  const staffedPortal = await addStaff(await openPortal(countedDatabase));
  const { portal } = staffedPortal;
  const customersOutOfScope = Array.from({ length: 500 }, (_, at) =>
    createUserRow({
      login: `foreign${at}@elsewhere.example`,
      lastName: 'Foreign',
      country: at % 2 === 0 ? 'NO' : 'DE',
      brandId: at % 2 === 0 ? 'blue' : 'red',
    }),
  );
  await portal.database.kysely.insertInto('users').values(customersOutOfScope).execute();
  const colleague = await portal.addUser({ login: 'colleague@portal.example', profileId: 2 });
  await assignSalesman(portal.database, colleague, 'DE', 'red');
  for (const login of ['mine1@near.example', 'mine2@near.example']) await portal.addUser({ login });
  await writeMissingSearchTexts(portal.database);
  const customers = await portal.database.kysely
    .selectFrom('users')
    .select(['id', 'login'])
    .where('profileId', '=', 7)
    .orderBy('id')
    .execute();
  const licensedPcs = await addLicensedPcs(portal, customers);
  return { ...staffedPortal, count, foreign: licensedPcs.filter(({ login }) => login.startsWith('foreign')) };
}

/** Creates a plugin that counts the SQL statements outside transactions. */
function createStatementCounter() {
  let statementCount = 0;
  const counterPlugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statementCount += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { counterPlugin, count: () => statementCount };
}

/** Gives each customer a PC with a licence. */
async function addLicensedPcs(portal: Portal, people: readonly { id: number; login: string }[]) {
  const { kysely } = portal.database;
  const createPcName = (id: number) => `PC-${id}`;
  const machines = await kysely
    .insertInto('machines')
    .values(people.map(({ id }) => createMachineRow({ userId: id, name: createPcName(id) })))
    .returning(['id', 'userId'])
    .execute();
  const licenseRows = await kysely
    .insertInto('licenses')
    .values(machines.map((pc) => createLicenseRow({ userId: pc.userId, machineId: pc.id, keyId: testKey.keyId })))
    .returning(['id', 'userId', 'machineId'])
    .execute();
  const loginsByUserId = new Map(people.map(({ id, login }) => [id, login]));
  return licenseRows.map((row) => ({ ...row, login: loginsByUserId.get(row.userId) ?? '' }));
}

/** Gives every customer an open help request, and a PC that was reported lost and has sent a code since the report. */
async function addUrgentWork({ database, now }: Portal): Promise<void> {
  const machines = await database.kysely.selectFrom('machines').select(['id', 'userId']).execute();
  const lostPcs = machines.map(({ id }) => ({ machineId: id, reportedAt: now(), reason: 'Stolen', seenAt: now() }));
  await database.kysely.insertInto('lostMachines').values(lostPcs).execute();
  const helpRequestRows = machines.map(({ userId }) => createHelpRequestRow({ userId, askedAt: now() }));
  await database.kysely.insertInto('helpRequests').values(helpRequestRows).execute();
}

const sortedQueries = ['issuedAt', 'expiryDate', 'machineName', 'owner'].flatMap((field) =>
  ['asc', 'desc'].map((direction) => ({ pageSize: 200, sort: { field, direction } })),
);

describe.each(databases)('the licences of 500 customers out of scope (%s)', (kind) => {
  test('licences out of scope are in no list, total, search or sorted page of a salesman (T279)', async () => {
    const { portal, asAda, asRoot } = await openManyCustomers(kind);
    const searchLicenses = async (token: string, body: Record<string, unknown>) =>
      licenseAdmin.search.reply.parse((await portal.call(licenseAdmin.search, { token, body })).body);
    expect((await searchLicenses(asRoot, {})).total).toBe(502);
    for (const body of [
      {},
      { pageSize: 200 },
      { keyword: 'pc' },
      { status: 'Active' },
      { tool: 'basics' },
      ...sortedQueries,
    ]) {
      const { items, total } = await searchLicenses(asAda, body);
      expect(total).toBe(2);
      expect(items.map(({ owner }) => owner.login).toSorted()).toEqual(['mine1@near.example', 'mine2@near.example']);
    }
    for (const body of [{ keyword: 'foreign' }, { country: 'NO' }, { brand: 'red' }])
      expect(await searchLicenses(asAda, body)).toMatchObject({ items: [], total: 0 });
  });

  test('the export of a salesman contains no licences out of scope; the export of an administrator contains all licences in the order of the list', async () => {
    const { portal, asAda, asRoot } = await openManyCustomers(kind);
    const exportLogins = async (token: string, body: Record<string, unknown>) =>
      readCsvCells(await portal.call(licenseAdmin.export, { token, body })).map(({ login }) => login);
    for (const body of [{}, { keyword: 'pc' }, { status: 'Active' }, ...sortedQueries.map(({ sort }) => ({ sort }))])
      expect((await exportLogins(asAda, body)).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
        'mine1@near.example',
        'mine2@near.example',
      ]);
    for (const body of [{ keyword: 'foreign' }, { country: 'NO' }, { brand: 'red' }])
      expect(await exportLogins(asAda, body)).toEqual([]);
    for (const { sort } of sortedQueries) {
      const response = await portal.call(licenseAdmin.search, { token: asRoot, body: { sort, pageSize: 200 } });
      const sortedLogins = licenseAdmin.search.reply.parse(response.body).items.map(({ owner }) => owner.login);
      const allLogins = await exportLogins(asRoot, { sort });
      expect(allLogins).toHaveLength(502);
      expect(allLogins.slice(0, 200), sort.field).toEqual(sortedLogins);
    }
  });

  test('calls with the id, code or owner of a licence out of scope get the same answer as for a licence that does not exist', async () => {
    const { portal, asAda, foreign } = await openManyCustomers(kind);
    const missingIds = { id: 2_000_000_000, userId: 2_000_000_000, machineId: 2_000_000_000 };
    for (const { id: licenseId, userId: id, machineId } of [foreign[0], foreign[1], missingIds].map(
      (row) => row ?? missingIds,
    )) {
      const token = asAda;
      const responses = [
        await portal.call(licenseAdmin.machines, { token, params: { id } }),
        await portal.call(licenseAdmin.revoke, { token, params: { id, licenseId }, body: { reason: 'no' } }),
        await portal.call(licenseAdmin.release, { token, params: { id, machineId }, body: {} }),
        await portal.call(licenseAdmin.release, { token, params: { id, machineId }, body: { overrideReason: 'no' } }),
      ];
      for (const { status, body } of responses)
        expect([status, readProblemCode(body)]).toEqual([404, 'USER_NOT_FOUND']);
      const detailsResponse = await portal.call(licenseAdmin.get, { token, params: { licenseId } });
      expect([detailsResponse.status, readProblemCode(detailsResponse.body)]).toEqual([404, 'RESULTS_NOT_FOUND']);
      const ownerSearch = await portal.call(licenseAdmin.search, { token, body: { userId: id } });
      expect(ownerSearch.body).toMatchObject({ items: [], total: 0 });
    }
    const row = await portal.database.kysely
      .selectFrom('licenses')
      .select('licenceUid')
      .where('id', '=', foreign[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    const uidSearch = await portal.call(licenseAdmin.search, { token: asAda, body: { keyword: row.licenceUid } });
    expect(uidSearch.body).toMatchObject({ items: [], total: 0 });
  });

  test('customers out of scope do not appear in the inbox of a salesman, its counts, the help requests, lost PCs, renewals, versions in use, presence or export of users', async () => {
    const { portal, asAda, asRoot, foreign } = await openManyCustomers(kind);
    const { kysely } = portal.database;
    await kysely
      .updateTable('licenses')
      .set({ expiresAt: portal.now() + days(3) })
      .execute();
    const customers = await kysely.selectFrom('users').select(['id', 'login']).where('profileId', '=', 7).execute();
    const failedMails = customers.map(({ id, login }) => ({
      messageId: `accountReinstated ${id}`,
      toAddress: login,
      userId: id,
      brandId: 'blue',
      kind: 'accountReinstated',
      subject: 'subject',
      text: 'text',
      html: 'html',
      state: 'failed' as const,
      createdAt: portal.now(),
    }));
    await kysely.insertInto('outbox').values(failedMails).execute();
    await addUrgentWork(portal);
    await countFleet({ database: portal.database, clock: portal.now });
    const countVisible = async (token: string) => {
      const inbox = staffInbox.inbox.reply.parse((await portal.call(staffInbox.inbox, { token })).body);
      const counts = staffInbox.counts.reply.parse((await portal.call(staffInbox.counts, { token })).body);
      const { weeks } = renewals.renewalWeeks.reply.parse((await portal.call(renewals.renewalWeeks, { token })).body);
      const { tools } = fleet.versions.reply.parse((await portal.call(fleet.versions, { token })).body);
      const helpReply = await portal.call(helpRequests.search, { token, body: {} });
      const { items: lostPcs } = watchList.lostMachines.reply.parse(
        (await portal.call(watchList.lostMachines, { token })).body,
      );
      const exportedUsers = readCsvCells(await portal.call(users.export, { token, body: {} }));
      return {
        ending: inbox.ending.total,
        failed: [inbox.failedMails.total, counts.failedMails.total],
        lost: [inbox.lostPcs.total, counts.lostPcs.total, lostPcs.length],
        help: [inbox.questions.total, counts.questions.total, helpRequests.search.reply.parse(helpReply.body).total],
        renewals: weeks.reduce((sum, week) => sum + week.licenses, 0),
        pcs: tools[0]?.pcs,
        exported: exportedUsers.filter(({ login = '' }) => /foreign|mine/.test(login)).length,
      };
    };
    expect(await countVisible(asAda)).toEqual({
      ending: 2,
      failed: [2, 2],
      lost: [2, 2, 2],
      help: [2, 2, 2],
      renewals: 2,
      pcs: 2,
      exported: 2,
    });
    expect(await countVisible(asRoot)).toMatchObject({ renewals: 502, pcs: 502, exported: 502 });
    const params = { id: foreign[0]?.userId ?? 0 };
    const presenceResponse = await portal.call(userPresence.reportPresence, { token: asAda, params });
    expect([presenceResponse.status, readProblemCode(presenceResponse.body)]).toEqual([404, 'USER_NOT_FOUND']);
  });

  test('a salesman finds no customer out of scope among the accounts that know the PC of a code, the users similar to an applicant, or the accounts never activated', async () => {
    const { portal, ada, root, asAda, asRoot } = await openManyCustomers(kind);
    const { kysely } = portal.database;
    const pc = createMachine('SHARED');
    const fingerprint = bytesToHex(createFingerprint(pc.facts, nodePrimitives));
    await kysely.updateTable('machines').set({ fingerprint, anchor: fingerprint }).execute();
    const body = { verificationCode: createCode(pc), preview: true };
    const countCodeOwners = async (token: string, id: number) => {
      const { owners = [] } = licensePreview.parse(
        (await portal.call(licenses.issue, { token, params: { id }, body })).body,
      );
      return owners.filter(({ why }) => why === 'knownPc').length;
    };
    expect([await countCodeOwners(asAda, ada), await countCodeOwners(asRoot, root)]).toEqual([2, 100]);

    const applicant = await portal.addUser({ login: 'asks@near.example', status: 'pending', profileId: null });
    const sameFields = { firstName: 'Same', lastName: 'Person', company: 'Same Ltd', userDomain: 'same.example' };
    await kysely
      .updateTable('users')
      .set(sameFields)
      .where((where) => where.or([where('profileId', '=', 7), where('id', '=', applicant)]))
      .execute();
    await kysely.deleteFrom('userSearch').execute();
    await writeMissingSearchTexts(portal.database);
    const countSimilarUsers = async (token: string) => {
      const response = await portal.call(evidence.evidence, { token, params: { id: applicant } });
      const { sameDomain, sameCompany, sameName } = evidence.evidence.reply.parse(response.body);
      return [sameDomain, sameCompany, sameName].map(({ total }) => total);
    };
    expect([await countSimilarUsers(asAda), await countSimilarUsers(asRoot)]).toEqual([
      [2, 2, 2],
      [50, 50, 50],
    ]);

    await kysely.updateTable('users').set({ status: 'approved' }).where('profileId', '=', 7).execute();
    const countNeverActivated = async (token: string) => {
      const { body: inboxBody } = await portal.call(staffInbox.inbox, { token });
      return staffInbox.inbox.reply.parse(inboxBody).neverActivated.total;
    };
    expect([await countNeverActivated(asAda), await countNeverActivated(asRoot)]).toEqual([2, 502]);
  });

  test('no one can find the licences of a deleted account', async () => {
    const { portal, asRoot, foreign } = await openManyCustomers(kind);
    const deletedCustomer = foreign[0];
    if (!deletedCustomer) throw new Error('there is no foreign licence');
    await portal.database.kysely
      .updateTable('users')
      .set({ status: 'deleted' })
      .where('id', '=', deletedCustomer.userId)
      .execute();
    const listResponse = await portal.call(licenseAdmin.search, { token: asRoot, body: {} });
    expect(listResponse.body).toMatchObject({ total: 501 });
    expect(
      (await portal.call(licenseAdmin.get, { token: asRoot, params: { licenseId: deletedCustomer.id } })).status,
    ).toBe(404);
  });

  test('a page of 200 licences needs the same number of queries as a page of two', async () => {
    const { portal, asRoot, count } = await openManyCustomers(kind);
    const countStatements = async (pageSize: number) => {
      const countBefore = count();
      await portal.call(licenseAdmin.search, { token: asRoot, body: { pageSize } });
      return count() - countBefore;
    };
    expect(await countStatements(200)).toBe(await countStatements(2));
  });
});
