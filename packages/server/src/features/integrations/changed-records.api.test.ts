import { setImmediate } from 'node:timers/promises';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { companies } from '@basics/contract/companies/companies.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { changedRecords } from '@basics/contract/integrations/changed-records.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import { publishChanges } from './changed-records.repository.ts';

async function openFixture(kind: (typeof databases)[number]) {
  const portal = await openPortal(await createTestDatabase(kind));
  const { token, id: ownerId } = await addPerson(portal, { profileId: 1, login: 'root@portal.example', grants: [] });
  const fields = { name: 'Warehouse', purpose: '', ownerId, permissions: ['users.view'], countries: ['DE', 'NO'] };
  const body = { ...fields, brands: null, networks: [] };
  const { accountId } = serviceAccounts.create.reply.parse(
    (await portal.call(serviceAccounts.create, { token, body })).body,
  );
  const created = await portal.call(serviceAccounts.createKey, {
    token,
    params: { id: accountId },
    body: { name: 'copy' },
  });
  const { key } = serviceAccounts.createKey.reply.parse(created.body);
  const publish = () => publishChanges(portal.database, portal.now);
  const readUsers = async (query: Record<string, string> = {}) =>
    changedRecords.changedUsers.reply.parse(
      (await portal.call(changedRecords.changedUsers, { token: key, query })).body,
    );
  const readOthers = async (
    endpoint: typeof changedRecords.changedLicenses | typeof changedRecords.changedMachines,
    query: Record<string, string> = {},
  ) => endpoint.reply.parse((await portal.call(endpoint, { token: key, query })).body);
  const readCompanies = async (query: Record<string, string> = {}) =>
    changedRecords.changedCompanies.reply.parse(
      (await portal.call(changedRecords.changedCompanies, { token: key, query })).body,
    );
  return { portal, token, publish, readUsers, readCompanies, readOthers };
}

describe.each(databases)('records that have changed (%s)', (kind) => {
  test('a reader gets customers, licences and PCs once, again after each change, and deletions as tombstones', async () => {
    const { portal, token, publish, readUsers, readOthers } = await openFixture(kind);
    const [ada, ben] = [await addPerson(portal, { country: 'DE' }), await addPerson(portal, { country: 'NO' })];
    const far = await addPerson(portal, { country: 'FR' });
    const verificationCode = createCode(createMachine('DRAW-04'), { at: portal.now() });
    await portal.call(licenses.issue, {
      token: ada.token,
      params: { id: ada.id },
      body: { verificationCode, brand: 'blue' },
    });
    await publish();
    const first = await readUsers();
    expect(first.items).toMatchObject([
      { id: ada.id, record: { userId: ada.id, login: ada.login, country: 'DE', status: 'active' } },
      { id: ben.id, record: { userId: ben.id } },
    ]);
    const [license] = (await readOthers(changedRecords.changedLicenses)).items;
    expect(license).toMatchObject({ record: { userId: ada.id, tool: 'basics', brand: 'blue', revokedAt: null } });
    const machines = await readOthers(changedRecords.changedMachines);
    expect(machines.items).toMatchObject([{ record: { userId: ada.id, name: 'DRAW-04', releasedAt: null } }]);
    expect(await readUsers({ after: first.next })).toEqual({ items: [], next: first.next, more: false });

    portal.pass(60_000);
    const changedAfter = new Date(portal.now() - 1).toISOString();
    await portal.call(users.update, { token, params: { id: far.id }, body: { country: 'DE' } });
    await portal.call(users.remove, { token, params: { id: ada.id } });
    await publish();
    const second = await readUsers({ after: first.next });
    expect(second.items).toMatchObject([
      { id: ada.id, record: null },
      { id: far.id, record: { country: 'DE' } },
    ]);
    expect((await readUsers({ changedAfter })).items).toEqual(second.items);
    expect((await readOthers(changedRecords.changedLicenses, { changedAfter })).items).toMatchObject([
      { record: null },
    ]);
    expect((await readOthers(changedRecords.changedMachines, { after: machines.next })).items).toMatchObject([
      { id: machines.items[0]?.id, record: null },
    ]);
    await portal.call(users.update, { token, params: { id: ben.id }, body: { country: 'FR' } });
    await publish();
    expect((await readUsers({ after: second.next })).items).toEqual([]);
    for (const query of [{ after: 'now' }, { changedAfter: 'yesterday' }, { limit: '201' }, { since: '1' }])
      expect((await portal.call(changedRecords.changedUsers, { token, query })).status).toBe(422);
  });

  test('a reader gets companies once, again after each change, and when a member brings one into its scope', async () => {
    const { portal, token, publish, readCompanies } = await openFixture(kind);
    const create = async (name: string, body = {}) =>
      companies.create.reply.parse((await portal.call(companies.create, { token, body: { name, ...body } })).body);
    const [alder, birch] = [
      await create('Alder GmbH', { country: 'DE', externalRef: 'K-1' }),
      await create('Birch SA'),
    ];
    await publish();
    const first = await readCompanies();
    expect(first.items).toMatchObject([{ record: { name: 'Alder GmbH', externalRef: 'K-1', status: 'active' } }]);
    expect(await readCompanies({ after: first.next })).toEqual({ items: [], next: first.next, more: false });
    const ada = await addPerson(portal, { country: 'NO' });
    const params = { id: alder.companyId };
    await portal.call(companies.update, { token, params, body: { status: 'suspended' } });
    await portal.call(companyPeople.addMember, { token, params: { id: birch.companyId }, body: { userId: ada.id } });
    await publish();
    const second = await readCompanies({ after: first.next });
    expect(new Map(second.items.map(({ record }) => [record?.name, record?.status]))).toEqual(
      new Map([
        ['Alder GmbH', 'suspended'],
        ['Birch SA', 'active'],
      ]),
    );
  });

  test('while four writers change and delete customers, a reader of small pages misses no change and reads no state twice', async () => {
    const { portal, token, publish, readUsers } = await openFixture(kind);
    const ids: number[] = [];
    for (let count = 0; count < 8; count += 1) ids.push((await addPerson(portal, { country: 'DE', grants: [] })).id);
    let writers = 4;
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < 8; round += 1) {
        const id = ids[(writer * 3 + round * 5) % ids.length] ?? 0;
        await portal.call(users.update, { token, params: { id }, body: { company: `Company ${writer} ${round}` } });
        if (writer === 0 && round === 6) await portal.call(users.remove, { token, params: { id } });
      }
      writers -= 1;
    };
    const seen = new Map<number, (string | null)[]>();
    const follow = async (): Promise<void> => {
      let next = '0.0';
      for (let hasEnded = false; !hasEnded;) {
        const isLast = writers === 0;
        // SQLite answers without waiting, so the reader lets the writers go on.
        await setImmediate();
        await publish();
        let page: Reply<typeof changedRecords.changedUsers>;
        do {
          // A key may make 600 requests a minute.
          portal.pass(200);
          page = await readUsers({ after: next, limit: '3' });
          for (const { id, record } of page.items) seen.set(id, [...(seen.get(id) ?? []), record?.company ?? null]);
          next = page.next;
        } while (page.more);
        hasEnded = isLast;
      }
    };
    await Promise.all([follow(), ...[0, 1, 2, 3].map(write)]);
    const rows = await portal.database.kysely.selectFrom('users').select(['id', 'company', 'status']).execute();
    const expected = rows
      .filter(({ id }) => ids.includes(id))
      .map(({ id, company, status }) => [id, status === 'deleted' ? null : company]);
    const copy = [...seen].map(([id, states]) => [id, states.at(-1)]);
    const sortById = (list: unknown[][]) => list.toSorted(([a], [b]) => Number(a) - Number(b));
    expect(sortById(copy)).toEqual(sortById(expected));
    expect(expected.filter(([, company]) => company === null)).toHaveLength(1);
    for (const states of seen.values()) expect(new Set(states).size).toBe(states.length);
  });
});
