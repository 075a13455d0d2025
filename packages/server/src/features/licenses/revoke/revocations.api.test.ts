import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readRevocationList } from '@basics/licensing/revocation-list.ts';
import { describe, expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal, testKey, type Portal } from '#server/testing/portal.ts';
import { watchDatabase } from '#server/testing/database/statements.ts';

const publicKeys = [testKey.signer.publicKey];

/** Opens a portal with an administrator and three customers, two of them of the same company. */
async function openFixture(kind: (typeof databases)[number]) {
  const portal = await openPortal(await createTestDatabase(kind));
  const admin = await addPerson(portal, { profileId: 1 });
  const [ada, bob, eve] = [await addPerson(portal), await addPerson(portal), await addPerson(portal)];
  for (const { id } of [ada, bob]) {
    await portal.database.kysely.updateTable('userSearch').set({ company: 'acme' }).where('userId', '=', id).execute();
  }
  return { portal, admin, ada, bob, eve };
}

async function issueLicense(portal: Portal, who: Person, pc: string): Promise<License & { uid: string }> {
  const { body } = await portal.call(licenses.issue, {
    token: who.token,
    params: { id: who.id },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }) },
  });
  const license = licenseShape.parse(body);
  const { licenceUid: uid } = await portal.database.kysely
    .selectFrom('licenses')
    .select('licenceUid')
    .where('id', '=', license.licenseId)
    .executeTakeFirstOrThrow();
  return { ...license, uid };
}

const revoke = (portal: Portal, by: Person, { userId, licenseId }: License) =>
  portal.call(licenseAdmin.revoke, { token: by.token, params: { id: userId, licenseId }, body: { reason: 'stolen' } });

/** Suspends or reinstates the account of `who`, as an administrator. */
async function changeStatus(portal: Portal, by: Person, who: Person, call: 'suspend' | 'reinstate'): Promise<void> {
  const { version } = await portal.database.kysely
    .selectFrom('users')
    .select('version')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  const body = call === 'suspend' ? { version, reason: 'left' } : { version };
  expect((await portal.call(users[call], { token: by.token, params: { id: who.id }, body })).status).toBe(200);
}

const path = '/.well-known/basics-revocations/7';

/**
 * Waits a second, because the sequence number of the list is a time, and then reads the revocation list as a tool does.
 */
async function readList(portal: Portal) {
  portal.pass(seconds(1));
  const response = await portal.http.inject(path);
  const readResult = readRevocationList(response.body, publicKeys, nodePrimitives);
  if (!readResult.ok) throw new Error(readResult.refusal.code);
  return readResult.value.list;
}

async function readDeniedIds(portal: Portal, who: Person, { licenseId }: License): Promise<readonly string[]> {
  const file = await portal.call(licenses.download, { token: who.token, params: { id: who.id, licenseId } });
  const readResult = readLicenceFile(file.bytes.toString(), publicKeys, nodePrimitives);
  if (!readResult.ok) throw new Error(readResult.refusal.code);
  return readResult.value.payload.deny ?? [];
}

describe.each(defaultDatabases)('the revocation list of a tool (%s)', (kind) => {
  test('the revocation list contains revoked licences and the licences of suspended accounts, until the account is reinstated (T316)', async () => {
    const { portal, admin, ada, bob, eve } = await openFixture(kind);
    const [first, second] = [await issueLicense(portal, ada, 'A'), await issueLicense(portal, bob, 'B')];
    await issueLicense(portal, eve, 'C');
    expect((await readList(portal)).ids).toEqual([]);
    await revoke(portal, admin, first);
    expect((await readList(portal)).ids).toEqual([first.uid]);
    await changeStatus(portal, admin, bob, 'suspend');
    expect((await readList(portal)).ids).toEqual([first.uid, second.uid].toSorted());
    await changeStatus(portal, admin, bob, 'reinstate');
    expect((await readList(portal)).ids).toEqual([first.uid]);
  });

  test('the revocation list still contains the licences of a suspended account after the account is deleted (T317)', async () => {
    const { portal, admin, ada, bob } = await openFixture(kind);
    const [ofAda] = [await issueLicense(portal, ada, 'A'), await issueLicense(portal, bob, 'B')];
    await changeStatus(portal, admin, ada, 'suspend');
    for (const { id } of [ada, bob])
      expect((await portal.call(users.remove, { token: admin.token, params: { id } })).status).toBe(204);
    expect((await readList(portal)).ids).toEqual([ofAda.uid]);
  });

  test('the revocation list contains a revoked licence until its grace period is over', async () => {
    const { portal, admin, ada } = await openFixture(kind);
    const license = await issueLicense(portal, ada, 'A');
    await revoke(portal, admin, license);
    portal.setClock(Date.parse(license.expiryDate) + days(14) - portal.now());
    expect((await readList(portal)).ids).toEqual([license.uid]);
    portal.setClock(days(2));
    expect((await readList(portal)).ids).toEqual([]);
  });

  test('the sequence number of the revocation list rises with each change and each day, and never falls', async () => {
    const { portal, admin, ada, bob } = await openFixture(kind);
    const license = await issueLicense(portal, ada, 'A');
    const sequenceNumbers = [(await readList(portal)).seq];
    await revoke(portal, admin, license);
    sequenceNumbers.push((await readList(portal)).seq);
    await changeStatus(portal, admin, bob, 'suspend');
    sequenceNumbers.push((await readList(portal)).seq);
    await changeStatus(portal, admin, bob, 'reinstate');
    sequenceNumbers.push((await readList(portal)).seq);
    portal.setClock(days(1));
    sequenceNumbers.push((await readList(portal)).seq);
    expect(new Set(sequenceNumbers).size).toBe(5);
    expect(sequenceNumbers).toEqual(sequenceNumbers.toSorted((left, right) => left - right));
  });

  test('changes that a wrong clock dated in the future do not raise the sequence number of the list', async () => {
    const { portal, admin, ada, bob } = await openFixture(kind);
    const correctSequenceNumber = (await readList(portal)).seq;
    portal.setClock(hours(1));
    await revoke(portal, admin, await issueLicense(portal, ada, 'A'));
    await changeStatus(portal, admin, bob, 'suspend');
    portal.setClock(-hours(1));
    expect((await readList(portal)).seq).toBe(correctSequenceNumber);
  });

  test('until the next change, the revocation list has the same bytes in every process, and a client that already has the list gets the status 304', async () => {
    const { portal, admin, ada } = await openFixture(kind);
    await revoke(portal, admin, await issueLicense(portal, ada, 'A'));
    portal.pass(minutes(1));
    const firstResponse = await portal.http.inject(path);
    expect(firstResponse).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect(firstResponse.headers['content-disposition']).toBe('attachment; filename="Basics_revocations_7.brl"');
    const otherPortal = await openPortal(portal.database);
    otherPortal.setClock(portal.now() - otherPortal.now() + minutes(5));
    expect((await otherPortal.http.inject(path)).body).toBe(firstResponse.body);
    const headers = { 'if-none-match': String(firstResponse.headers.etag) };
    expect(await portal.http.inject({ url: path, headers })).toMatchObject({ statusCode: 304, body: '' });
    await revoke(portal, admin, await issueLicense(portal, ada, 'A'));
    portal.pass(minutes(1));
    expect((await portal.http.inject({ url: path, headers })).statusCode).toBe(200);
    await otherPortal.close();
  });

  test('the revocation list contains revoked keys, is dated at the beginning of the day, and must be fetched again on the next day', async () => {
    const { portal } = await openFixture(kind);
    await portal.database.kysely
      .insertInto('signingKeys')
      .values({ keyId: 'ab'.repeat(8), publicKey: 'cd'.repeat(32), status: 'retired', createdAt: 0, revokedAt: 1 })
      .execute();
    const revocationList = await readList(portal);
    const startOfDayInSeconds = Date.parse('2026-03-10T00:00:00Z') / 1000;
    expect(revocationList).toMatchObject({
      toolId: 7,
      keys: ['ab'.repeat(8)],
      issuedAt: startOfDayInSeconds,
      nextAt: startOfDayInSeconds + 86_400,
    });
  });

  test('a request for the list of an unknown tool gets 404, and CANNOT_ISSUE if the portal has no signing key', async () => {
    const { portal } = await openFixture(kind);
    for (const tool of ['8', '99999', 'basics', '-7', '7.0'])
      expect((await portal.http.inject(`/.well-known/basics-revocations/${tool}`)).statusCode, tool).toBe(404);
    const portalWithoutKey = await openPortal(portal.database, { licenseKeys: null });
    const response = await portalWithoutKey.http.inject(path);
    expect([response.statusCode, readProblemCode(response.json())]).toEqual([503, 'CANNOT_ISSUE']);
    await portalWithoutKey.close();
  });
});

describe.each(databases)('simultaneous requests for a revocation list (%s)', (kind) => {
  test('the revocation list is signed only once for simultaneous requests', async () => {
    const statements: string[] = [];
    const portal = await openPortal(watchDatabase(await createTestDatabase(kind), (sql) => statements.push(sql)));
    const countSignings = async (requests: number): Promise<number> => {
      statements.length = 0;
      const responses = await Promise.all(Array.from({ length: requests }, () => portal.http.inject(path)));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      portal.pass(minutes(1));
      return statements.filter((sql) => sql.includes('grace_days')).length;
    };
    const signingsForOneRequest = await countSignings(1);
    expect(signingsForOneRequest).toBeGreaterThan(0);
    expect(await countSignings(20)).toBe(signingsForOneRequest);
  });
});

describe.each(databases)('the licences of a suspended account (%s)', (kind) => {
  test('the valid licences of a suspended account have the status Suspended until it is reinstated', async () => {
    const { portal, admin, ada, bob } = await openFixture(kind);
    const [old, current] = [await issueLicense(portal, ada, 'A'), await issueLicense(portal, ada, 'A')];
    await issueLicense(portal, bob, 'B');
    const listStatuses = async (statusFilter?: string) => {
      const request = { token: admin.token, body: { ...(statusFilter !== undefined && { status: statusFilter }) } };
      const { body } = await portal.call(licenseAdmin.search, request);
      const items = licenseAdmin.search.reply.parse(body).items;
      return items.map(({ machineName, status }) => `${machineName} ${status}`).toSorted();
    };
    expect(old.licenseId).not.toBe(current.licenseId);
    await changeStatus(portal, admin, ada, 'suspend');
    expect(await listStatuses()).toEqual(['A Replaced', 'A Suspended', 'B Active']);
    expect(await listStatuses('Suspended')).toEqual(['A Suspended']);
    expect(await listStatuses('Active')).toEqual(['B Active']);
    const listResponse = await portal.call(licenses.list, { token: admin.token, params: { id: ada.id } });
    expect(listResponse.body).toMatchObject({ items: [{ status: 'Suspended' }, { status: 'Replaced' }] });
    await changeStatus(portal, admin, ada, 'reinstate');
    expect(await listStatuses('Active')).toEqual(['A Active', 'B Active']);
  });

  test('a licence file lists revoked licences and licences of suspended accounts, those of the company of the owner first (T315)', async () => {
    const { portal, admin, ada, bob, eve } = await openFixture(kind);
    const [ofAda, ofEve] = [await issueLicense(portal, ada, 'A'), await issueLicense(portal, eve, 'C')];
    await changeStatus(portal, admin, ada, 'suspend');
    portal.pass(minutes(1));
    await revoke(portal, admin, ofEve);
    expect(await readDeniedIds(portal, bob, await issueLicense(portal, bob, 'B'))).toEqual([ofAda.uid, ofEve.uid]);
    expect(await readDeniedIds(portal, eve, await issueLicense(portal, eve, 'C'))).toEqual([ofEve.uid, ofAda.uid]);
    await changeStatus(portal, admin, ada, 'reinstate');
    expect(await readDeniedIds(portal, bob, await issueLicense(portal, bob, 'D'))).toEqual([ofEve.uid]);
  });
});
