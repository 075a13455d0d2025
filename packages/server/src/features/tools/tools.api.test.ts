import { tools } from '@basics/contract/tools/tools.ts';
import { describe, expect, test } from 'vitest';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { noon, openPortal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

describe.each(defaultDatabases)('the tools of a user (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('the add-ons are listed with their tools', async () => {
    const ada = await addPerson(portal());
    const { status, body } = await portal().call(tools.configTools, { token: ada.token });
    expect({ status, body }).toEqual({
      status: 200,
      body: { items: [{ id: 'configRail', name: 'Config Rail', tool: 'basics' }] },
    });
  });

  test('a licence code contains numbers for tool, add-ons and brand; everyone can read the names that belong to them', async () => {
    const response = await portal().http.inject('/.well-known/basics-tools');
    expect(response.json()).toEqual({
      tools: [{ id: 'basics', name: 'Basics', number: 7, addOns: [{ id: 'configRail', name: 'Config Rail', bit: 0 }] }],
      brands: [
        { id: 'blue', name: 'Basics Blue', number: 0 },
        { id: 'red', name: 'Basics Red', number: 1 },
      ],
    });
  });

  test('the tools that can be licensed are those granted today, with their display names', async () => {
    const ada = await addPerson(portal(), {
      grants: [
        { brand: 'blue', configTools: ['configRail'], validFrom: '2026-03-10', validTo: '2026-03-10' },
        { brand: 'red' },
      ],
    });
    const { body } = await portal().call(tools.licensable, { token: ada.token, params: { id: ada.id } });
    const basics = { tool: 'basics', toolName: 'Basics' };
    expect(body).toEqual({
      items: [
        {
          ...basics,
          brand: 'blue',
          brandName: 'Basics Blue',
          configTools: ['configRail'],
          addOns: [{ id: 'configRail', name: 'Config Rail' }],
          validFrom: '2026-03-10',
          validTo: '2026-03-10',
        },
        {
          ...basics,
          brand: 'red',
          brandName: 'Basics Red',
          configTools: [],
          addOns: [],
          validFrom: null,
          validTo: null,
        },
      ],
    });
  });

  test('a grant is valid from its first to its last day, in UTC', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(newPortal, {
      grants: [{ brand: 'blue', validFrom: '2026-03-11', validTo: '2026-03-12' }],
    });
    const countGrantsAtTime = async (time: string) => {
      newPortal.pass(Date.parse(time) - newPortal.now());
      const token = await newPortal.signIn(ada.login);
      const { body } = await newPortal.call(tools.licensable, { token, params: { id: ada.id } });
      return tools.licensable.reply.parse(body).items.length;
    };
    expect(new Date(noon).toISOString()).toBe('2026-03-10T12:00:00.000Z');
    expect(await countGrantsAtTime('2026-03-10T23:59:59.999Z')).toBe(0);
    expect(await countGrantsAtTime('2026-03-11T00:00:00.000Z')).toBe(1);
    expect(await countGrantsAtTime('2026-03-12T23:59:59.999Z')).toBe(1);
    expect(await countGrantsAtTime('2026-03-13T00:00:00.000Z')).toBe(0);
    await newPortal.close();
  });

  test('a user without grants gets an empty list', async () => {
    const ada = await addPerson(portal(), { grants: [] });
    const { status, body } = await portal().call(tools.licensable, { token: ada.token, params: { id: ada.id } });
    expect({ status, body }).toEqual({ status: 200, body: { items: [] } });
  });
});
