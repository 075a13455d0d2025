import { integrationEvents } from '@basics/contract/integrations/events.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { openPortal } from '#server/testing/portal.ts';

describe.each(databases)('events (%s)', (kind) => {
  test('a reader gets each event about the customers in scope once and in order, and a deletion as an id (T585)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example', grants: [] });
    const sam = await addPerson(portal, { profileId: 2, login: 'sam@portal.example' });
    await assignSalesman(portal.database, sam.id, 'DE', 'blue');
    const [ada, far] = [await addPerson(portal, { country: 'DE' }), await addPerson(portal, { country: 'NO' })];
    // The background job of each portal publishes the events within seconds.
    const publish = () => extendChain(portal.database);
    const read = async (query: Record<string, string> = {}, token = sam.token) =>
      integrationEvents.events.reply.parse((await portal.call(integrationEvents.events, { token, query })).body);
    await publish();
    const start = await read();

    const change = (id: number, body: Record<string, unknown>) =>
      portal.call(users.update, { token: root.token, params: { id }, body });
    await change(ada.id, { company: 'Alder' });
    await change(far.id, { company: 'Fjord' });
    const verificationCode = createCode(createMachine('DRAW-04'), { at: portal.now() });
    await portal.call(licenses.issue, {
      token: ada.token,
      params: { id: ada.id },
      body: { verificationCode, brand: 'blue' },
    });
    await portal.call(users.remove, { token: root.token, params: { id: ada.id } });
    const { id: licenseId } = await portal.database.kysely
      .selectFrom('licenses')
      .select('id')
      .executeTakeFirstOrThrow();

    expect((await read({ after: String(start.next) })).items).toEqual([]);
    await publish();
    const page = await read({ after: String(start.next) });
    expect(page).toMatchObject({
      items: [
        { type: 'user.changed', userId: ada.id },
        { type: 'license.issued', userId: ada.id, licenseId },
        { type: 'user.deleted', userId: ada.id },
      ],
      more: false,
    });
    expect(JSON.stringify(page)).not.toContain('Alder');
    const first = await read({ after: String(start.next), limit: '1' });
    expect([first.items.length, first.more, first.next]).toEqual([1, true, page.items[0]?.eventId]);
    expect((await read({ after: String(first.next) })).items).toEqual(page.items.slice(1));
    expect(await read({ after: String(page.next) })).toEqual({ items: [], next: page.next, more: false });
    expect((await read({ after: String(start.next), type: 'user.changed' }, root.token)).items).toMatchObject([
      { userId: ada.id },
      { userId: far.id },
    ]);
  });
});
