import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses.ts';
import type { License } from '@basics/contract/licenses.ts';
import { users } from '@basics/contract/users.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readRevocationList } from '@basics/licensing/revocation-list.ts';
import { describe, expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '#server/platform/clock.ts';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import { createCode, createMachine } from '#server/testing/machine.ts';
import { addPerson } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { readProblemCode, openPortal, testKey } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { watchDatabase } from '#server/testing/statements.ts';

const keys = [testKey.signer.publicKey];

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

async function issue(portal: Portal, who: Person, pc: string): Promise<License & { uid: string }> {
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

/** Suspends the account, or reinstates it if it is suspended. */
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

/** Reads the list as a tool does, a second later, because its sequence number is a time. */
async function readList(portal: Portal) {
  portal.pass(seconds(1));
  const response = await portal.http.inject(path);
  const readResult = readRevocationList(response.body, keys, nodePrimitives);
  if (!readResult.ok) throw new Error(readResult.refusal.code);
  return readResult.value.list;
}

async function readDeniedIds(portal: Portal, who: Person, { licenseId }: License): Promise<readonly string[]> {
  const file = await portal.call(licenses.download, { token: who.token, params: { id: who.id, licenseId } });
  const readResult = readLicenceFile(file.bytes.toString(), keys, nodePrimitives);
  if (!readResult.ok) throw new Error(readResult.refusal.code);
  return readResult.value.payload.deny ?? [];
}

describe.each(databases)('the revocation list of a tool (%s)', (kind) => {
  test('the list contains revoked licences and those of suspended accounts, until the account is reinstated', async () => {
    const { portal, admin, ada, bob, eve } = await openFixture(kind);
    const [first, second] = [await issue(portal, ada, 'A'), await issue(portal, bob, 'B')];
    await issue(portal, eve, 'C');
    expect((await readList(portal)).ids).toEqual([]);
    await revoke(portal, admin, first);
    expect((await readList(portal)).ids).toEqual([first.uid]);
    await changeStatus(portal, admin, bob, 'suspend');
    expect((await readList(portal)).ids).toEqual([first.uid, second.uid].toSorted());
    await changeStatus(portal, admin, bob, 'reinstate');
    expect((await readList(portal)).ids).toEqual([first.uid]);
  });

  test('the list still contains the licences of a suspended account after the account is deleted', async () => {
    const { portal, admin, ada, bob } = await openFixture(kind);
    const [ofAda] = [await issue(portal, ada, 'A'), await issue(portal, bob, 'B')];
    await changeStatus(portal, admin, ada, 'suspend');
    for (const { id } of [ada, bob])
      expect((await portal.call(users.remove, { token: admin.token, params: { id } })).status).toBe(204);
    expect((await readList(portal)).ids).toEqual([ofAda.uid]);
  });

  test('simultaneous requests use one signature of the list', async () => {
    const statements: string[] = [];
    const portal = await openPortal(watchDatabase(await createTestDatabase(kind), (sql) => statements.push(sql)));
    const countSignings = async (requests: number): Promise<number> => {
      statements.length = 0;
      const responses = await Promise.all(Array.from({ length: requests }, () => portal.http.inject(path)));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      portal.pass(minutes(1));
      return statements.filter((sql) => sql.includes('grace_days')).length;
    };
    const signingsForOne = await countSignings(1);
    expect(signingsForOne).toBeGreaterThan(0);
    expect(await countSignings(20)).toBe(signingsForOne);
  });

  test('the list contains a revoked licence until its grace period is over', async () => {
    const { portal, admin, ada } = await openFixture(kind);
    const license = await issue(portal, ada, 'A');
    await revoke(portal, admin, license);
    portal.setClock(Date.parse(license.expiryDate) + days(14) - portal.now());
    expect((await readList(portal)).ids).toEqual([license.uid]);
    portal.setClock(days(2));
    expect((await readList(portal)).ids).toEqual([]);
  });

  test('the sequence number of the list rises with each change and each day, and never falls', async () => {
    const { portal, admin, ada, bob } = await openFixture(kind);
    const license = await issue(portal, ada, 'A');
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

  test('the sequence number ignores changes that were dated by a clock that was ahead', async () => {
    const { portal, admin, ada, bob } = await openFixture(kind);
    const correctNumber = (await readList(portal)).seq;
    portal.setClock(hours(1));
    await revoke(portal, admin, await issue(portal, ada, 'A'));
    await changeStatus(portal, admin, bob, 'suspend');
    portal.setClock(-hours(1));
    expect((await readList(portal)).seq).toBe(correctNumber);
  });

  test('until the next change, the list has the same bytes in every process, and a client that already has the list gets the status 304', async () => {
    const { portal, admin, ada } = await openFixture(kind);
    await revoke(portal, admin, await issue(portal, ada, 'A'));
    portal.pass(minutes(1));
    const firstResponse = await portal.http.inject(path);
    expect(firstResponse).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect(firstResponse.headers['content-disposition']).toBe('attachment; filename="Basics_revocations_7.brl"');
    const otherPortal = await openPortal(portal.database);
    otherPortal.setClock(portal.now() - otherPortal.now() + minutes(5));
    expect((await otherPortal.http.inject(path)).body).toBe(firstResponse.body);
    const headers = { 'if-none-match': String(firstResponse.headers.etag) };
    expect(await portal.http.inject({ url: path, headers })).toMatchObject({ statusCode: 304, body: '' });
    await revoke(portal, admin, await issue(portal, ada, 'A'));
    portal.pass(minutes(1));
    expect((await portal.http.inject({ url: path, headers })).statusCode).toBe(200);
    await otherPortal.close();
  });

  test('the list contains revoked keys, is dated at the beginning of the day, and must be fetched again on the next day', async () => {
    const { portal } = await openFixture(kind);
    await portal.database.kysely
      .insertInto('signingKeys')
      .values({ keyId: 'ab'.repeat(8), publicKey: 'cd'.repeat(32), status: 'retired', createdAt: 0, revokedAt: 1 })
      .execute();
    const revocationList = await readList(portal);
    const day = Date.parse('2026-03-10T00:00:00Z') / 1000;
    expect(revocationList).toMatchObject({ toolId: 7, keys: ['ab'.repeat(8)], issuedAt: day, nextAt: day + 86_400 });
  });

  test('an unknown tool has no list, and no list is written without the signing key', async () => {
    const { portal } = await openFixture(kind);
    for (const tool of ['8', '99999', 'basics', '-7', '7.0'])
      expect((await portal.http.inject(`/.well-known/basics-revocations/${tool}`)).statusCode, tool).toBe(404);
    const keyless = await openPortal(portal.database, { licenseKeys: null });
    const response = await keyless.http.inject(path);
    expect([response.statusCode, readProblemCode(response.json())]).toEqual([503, 'CANNOT_ISSUE']);
    await keyless.close();
  });
});

describe.each(databases)('the licences of a suspended account (%s)', (kind) => {
  test('the valid licences of a suspended account have the status Suspended until it is reinstated', async () => {
    const { portal, admin, ada, bob } = await openFixture(kind);
    const [old, current] = [await issue(portal, ada, 'A'), await issue(portal, ada, 'A')];
    await issue(portal, bob, 'B');
    const listStatuses = async (wantedStatus?: string) => {
      const request = { token: admin.token, body: { ...(wantedStatus !== undefined && { status: wantedStatus }) } };
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

  test('a licence file lists licences of suspended accounts as denied, those of the same company first', async () => {
    const { portal, admin, ada, bob, eve } = await openFixture(kind);
    const [ofAda, ofEve] = [await issue(portal, ada, 'A'), await issue(portal, eve, 'C')];
    await changeStatus(portal, admin, ada, 'suspend');
    portal.pass(minutes(1));
    await revoke(portal, admin, ofEve);
    expect(await readDeniedIds(portal, bob, await issue(portal, bob, 'B'))).toEqual([ofAda.uid, ofEve.uid]);
    expect(await readDeniedIds(portal, eve, await issue(portal, eve, 'C'))).toEqual([ofEve.uid, ofAda.uid]);
    await changeStatus(portal, admin, ada, 'reinstate');
    expect(await readDeniedIds(portal, bob, await issue(portal, bob, 'D'))).toEqual([ofEve.uid]);
  });
});
