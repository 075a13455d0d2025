import { tools } from '@basics/contract/tools/tools.ts';
import { describe, expect, test } from 'vitest';
import { defaultDatabases, createTestDatabase, databases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { noon, openPortal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { createUserBody, createApprovalBody } from '#server/testing/records/staff.ts';

describe.each(defaultDatabases)('the tools of a user (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('the add-ons are listed with their tools (T415)', async () => {
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

  test('the tools that can be licensed are those granted today, with their display names (T416)', async () => {
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

const plainGrant = { tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null };
const railGrant = { ...plainGrant, configTools: ['configRail'] };

/** Opens a portal with two users who have a tool; `retire` retires the tool or its add-on. */
async function openWithGrants(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const { token } = await addPerson(portal, { profileId: 1, login: 'root@portal.example', grants: [] });
  const ada = await addPerson(portal, { grants: [{ brand: 'blue', configTools: ['configRail'] }] });
  const bo = await addPerson(portal);
  const retire = async (retiredParts: { tool: boolean; addOn: boolean }, version = 1) => {
    const addOns = [{ id: 'configRail', name: 'Config Rail', bit: 0, retired: retiredParts.addOn }];
    const body = { version, name: 'Basics', maxMajor: 255, retired: retiredParts.tool, addOns };
    expect((await portal.call(tools.update, { token, params: { id: 'basics' }, body })).status).toBe(200);
  };
  const grant = (id: number, grants: Record<string, unknown>[]) =>
    portal.call(users.update, { token, params: { id }, body: { version: 1, tools: grants } });
  return { portal, token, ada, bo, retire, grant };
}

const toolMessage = 'This tool is retired. Users who have it keep it, but it cannot be added for anyone else.';
const addOnMessage =
  'One of these add-ons is retired. Users who have it keep it, but it cannot be added for anyone else.';

describe.each(databases)('retired tools and add-ons (%s)', (kind) => {
  test('a retired tool cannot be granted until the retirement is undone', async () => {
    const { portal, token, bo, retire, grant } = await openWithGrants(kind);
    await retire({ tool: true, addOn: false });
    const pendingUser = await portal.addUser({ login: 'asks@x.example', status: 'pending', profileId: null });
    const create = () => portal.call(users.create, { token, body: createUserBody() });
    const approve = () =>
      portal.call(requests.approve, { token, params: { id: pendingUser }, body: createApprovalBody(1) });
    const refusedResponse = { status: 422, body: { fields: { 'tools.0.tool': toolMessage } } };
    expect(await create()).toMatchObject(refusedResponse);
    expect(await approve()).toMatchObject(refusedResponse);
    expect(await grant(bo.id, [{ ...plainGrant, brand: 'red' }])).toMatchObject(refusedResponse);
    await retire({ tool: false, addOn: false }, 2);
    expect((await create()).status).toBe(200);
    expect((await approve()).status).toBe(200);
    expect((await grant(bo.id, [{ ...plainGrant, brand: 'red' }])).status).toBe(200);
  });

  test('a retired tool cannot be requested, and is not in the list of tools to request', async () => {
    const { portal, token, retire } = await openWithGrants(kind);
    await retire({ tool: true, addOn: false });
    const { profileID: _, tools: __, language: ___, crmAccount: ____, ...form } = createUserBody();
    const body = { ...form, tool: 'basics', reason: 'We draw.', comment: '' };
    expect(await portal.call(registration.register, { body })).toMatchObject({
      status: 422,
      body: { fields: { tool: 'This value is not allowed.' } },
    });
    expect((await portal.call(registration.configTool, { query: { userEmail: '' } })).body).toEqual({ tools: [] });
    const optionsResponse = await portal.call(users.options, { token });
    expect(optionsResponse.body).toMatchObject({
      tools: [],
      configTools: [{ id: 'configRail' }],
      retired: { tools: [{ id: 'basics', name: 'Basics' }], configTools: [] },
    });
  });

  test('a user keeps a retired tool: its first and last day can be changed, and licences can be issued', async () => {
    const { portal, token, ada, bo, retire, grant } = await openWithGrants(kind);
    await retire({ tool: true, addOn: false });
    expect((await grant(bo.id, [{ ...plainGrant, validTo: '2026-12-31' }])).status).toBe(200);
    const body = { verificationCode: createCode(createMachine('DESK')) };
    const issueResponse = await portal.call(licenses.issue, { token: bo.token, params: { id: bo.id }, body });
    expect(issueResponse.status).toBe(200);
    const offerResponse = await portal.call(registration.configTool, { token, query: { userEmail: ada.login } });
    expect(offerResponse.body).toMatchObject({ tools: [{ id: 'basics', configTools: [{ id: 'configRail' }] }] });
  });

  test('a retired add-on stays in existing grants, and cannot be added to other grants', async () => {
    const { portal, token, ada, bo, retire, grant } = await openWithGrants(kind);
    await retire({ tool: false, addOn: true });
    expect(await grant(bo.id, [railGrant])).toMatchObject({
      status: 422,
      body: { fields: { 'tools.0.configTools': addOnMessage } },
    });
    expect((await grant(ada.id, [{ ...railGrant, validTo: '2027-01-01' }])).status).toBe(200);
    const configTools = async (person: { token: string }) =>
      Object((await portal.call(tools.configTools, { token: person.token })).body).items;
    expect(await configTools(bo)).toEqual([]);
    expect(await configTools(ada)).toEqual([{ id: 'configRail', name: 'Config Rail', tool: 'basics' }]);
    expect((await portal.call(users.options, { token })).body).toMatchObject({
      configTools: [],
      retired: { tools: [], configTools: [{ id: 'configRail', name: 'Config Rail', tool: 'basics' }] },
    });
  });
});
