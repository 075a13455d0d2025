import { licenses } from '@basics/contract/licenses/licenses.ts';
import { policies } from '@basics/contract/policies/policies.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import {
  databases,
  createTestDatabase,
  type DatabaseKind,
  defaultDatabases,
} from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { createUserBody } from '#server/testing/records/staff.ts';

const railAddOn = { id: 'configRail', name: 'Config Rail', bit: 0, retired: false };
const basics = { version: 1, name: 'Basics', maxMajor: 255, retired: false, addOns: [railAddOn] };
const plan = { id: 'plan', code: 8, name: 'Plan', maxMajor: 3, addOns: [] };
const bim = { id: 'bim', name: 'BIM', bit: 1, retired: false };

async function openCatalogue(kind: DatabaseKind, waitMs?: number) {
  const database = await createTestDatabase(kind);
  const portal = await openPortal(waitMs === undefined ? database : slowDownDatabase(database, waitMs));
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example', grants: [] });
  const { token } = root;
  const create = (changedFields: Record<string, unknown> = {}) =>
    portal.call(tools.create, { token, body: { ...plan, ...changedFields } });
  const update = (changedFields: Record<string, unknown> = {}, id = 'basics') =>
    portal.call(tools.update, { token, params: { id }, body: { ...basics, ...changedFields } });
  const remove = (id: string) => portal.call(tools.remove, { token, params: { id } });
  const listTools = async () => tools.list.reply.parse((await portal.call(tools.list, { token })).body).items;
  const issueLicenseFor = async (who: { id: number; token: string }, details: { toolId?: number } = {}) => {
    const body = { verificationCode: createCode(createMachine('DESK'), { at: portal.now(), ...details }) };
    return portal.call(licenses.issue, { token: who.token, params: { id: who.id }, body });
  };
  return { portal, root, create, update, remove, listed: listTools, issueLicenseFor };
}

const readBits = async ({ portal }: Awaited<ReturnType<typeof openCatalogue>>): Promise<number[]> => {
  const rows = await portal.database.kysely.selectFrom('licenses').select('entitlementBits').orderBy('id').execute();
  return rows.map((row) => row.entitlementBits);
};

describe.each(defaultDatabases)('tools (%s)', (kind) => {
  test('the list shows how many records use each tool and add-on, and how many licences are valid today', async () => {
    const { portal, listed, issueLicenseFor } = await openCatalogue(kind);
    const ada = await addPerson(portal, { grants: [{ brand: 'blue', configTools: ['configRail'] }] });
    await addPerson(portal);
    const bo = await addPerson(portal, { grants: [] });
    await portal.database.kysely
      .insertInto('requestedTools')
      .values({ userId: bo.id, toolId: 'basics', brandId: 'red' })
      .execute();
    expect((await issueLicenseFor(ada)).status).toBe(200);
    expect((await issueLicenseFor(ada)).status).toBe(200);
    expect(await listed()).toEqual([
      {
        id: 'basics',
        name: 'Basics',
        code: 7,
        maxMajor: 255,
        retired: false,
        version: 1,
        addOns: [{ ...railAddOn, uses: { grants: 1, requests: 0, licenses: 2, activeLicenses: 1 } }],
        uses: { grants: 2, requests: 1, licenses: 2, activeLicenses: 1 },
      },
    ]);
  });

  test('a new tool can be granted and licensed at once, with the starting policy for every profile and brand', async () => {
    const { portal, root, create, issueLicenseFor } = await openCatalogue(kind);
    expect(await create({ addOns: [{ ...bim, bit: 5 }] })).toMatchObject({
      status: 200,
      body: { ...plan, retired: false, version: 1, addOns: [{ ...bim, bit: 5 }] },
    });
    const policyList = policies.list.reply.parse((await portal.call(policies.list, { token: root.token })).body);
    const planPolicies = policyList.items.filter(({ tool }) => tool === 'plan');
    expect(planPolicies).toHaveLength(20);
    expect(
      planPolicies.every(({ version, starting, ...terms }) => version === 1 && starting.seats === terms.seats),
    ).toBe(true);

    const grant = { tool: 'plan', brand: 'red', configTools: ['bim'], validFrom: null, validTo: null };
    const ada = await addPerson(portal);
    const updateResponse = await portal.call(users.update, {
      token: root.token,
      params: { id: ada.id },
      body: { version: 1, tools: [grant] },
    });
    expect(updateResponse.status).toBe(200);
    expect(await issueLicenseFor(ada, { toolId: 8 })).toMatchObject({
      status: 200,
      body: { tool: 'plan', brand: 'red' },
    });
    const [row] = await portal.database.kysely.selectFrom('licenses').select('entitlementBits').execute();
    expect(row?.entitlementBits).toBe(32);
  });

  test('a tool with wrong values is refused with a message at each wrong field, and nothing is written', async () => {
    const { create, listed } = await openCatalogue(kind);
    const id = 'Use 2 to 40 letters, digits and hyphens, starting with a lowercase letter.';
    const codeMessage = 'Enter a whole number from 1 to 65535.';
    const majorMessage = 'Enter a whole number from 0 to 255.';
    const takenMessage = 'Another tool or add-on has this ID. Choose another one.';
    const refusals = [
      ...['', 'x', 'Plan', '7plan', 'pl an', 'plan/../x', 'plän', `p${'x'.repeat(40)}`].map((wrongId) => [
        { id: wrongId },
        { id },
      ]),
      ...[0, 65_536, 7.5, '8', null].map((wrongCode) => [{ code: wrongCode }, { code: codeMessage }]),
      ...[-1, 256].map((wrongMajor) => [{ maxMajor: wrongMajor }, { maxMajor: majorMessage }]),
      [{ name: ' ' }, { name: 'Name is required.' }],
      [{ name: 'x'.repeat(81) }, { name: 'Enter at most 80 characters.' }],
      [{ id: 'basics' }, { id: takenMessage }],
      [{ id: 'configRail' }, { id: takenMessage }],
      [{ code: 7 }, { code: 'Another tool has this number. Choose another one.' }],
      [{ addOns: [{ ...bim, id: 'plan' }] }, { 'addOns.0.id': takenMessage }],
      [{ addOns: [{ ...bim, id: 'configRail' }] }, { 'addOns.0.id': takenMessage }],
      [{ addOns: [bim, { ...bim, bit: 2 }] }, { 'addOns.1.id': takenMessage }],
      [
        { addOns: [bim, { ...railAddOn, id: 'other', bit: 1 }] },
        { 'addOns.1.bit': 'Another add-on of this tool uses this bit. Choose another one.' },
      ],
      [{ addOns: [{ ...bim, bit: 32 }] }, { 'addOns.0.bit': 'Choose a bit from 0 to 31.' }],
      [{ retired: true }, { retired: 'Unknown field. Remove it.' }],
    ] as const;
    for (const [but, fields] of refusals)
      expect([but, await create(Object(but))]).toMatchObject([but, { status: 422, body: { code: 'INVALID', fields } }]);
    expect((await listed()).map((tool) => tool.id)).toEqual(['basics']);
  });

  test('a tool is accepted with the lowest and with the highest number, version and bit', async () => {
    const { create } = await openCatalogue(kind);
    const createAddOn = (name: string, bit: number) => ({ id: name, name, bit, retired: false });
    expect(
      (await create({ code: 1, maxMajor: 0, addOns: [createAddOn('first', 0), createAddOn('last', 31)] })).status,
    ).toBe(200);
    expect((await create({ id: 'far', code: 65_535, maxMajor: 255 })).status).toBe(200);
  });

  test('the id and number of a tool cannot be changed, but its name, newest version and add-ons can', async () => {
    const { update } = await openCatalogue(kind);
    for (const fixedField of [{ id: 'other' }, { code: 9 }])
      expect(await update(fixedField)).toMatchObject({ status: 422, body: { code: 'INVALID' } });
    expect(await update({ name: 'Basics Pro', maxMajor: 4, addOns: [railAddOn, bim] })).toMatchObject({
      status: 200,
      body: { id: 'basics', code: 7, name: 'Basics Pro', maxMajor: 4, version: 2, addOns: [railAddOn, bim] },
    });
    expect((await update({}, 'none')).status).toBe(404);
    expect(readProblemCode((await update({}, 'configRail')).body)).toBe('RESULTS_NOT_FOUND');
  });

  test('an issued licence keeps its newest allowed version when the tool gets a lower one', async () => {
    const { portal, update, issueLicenseFor } = await openCatalogue(kind);
    const ada = await addPerson(portal);
    const issueResponse = await issueLicenseFor(ada);
    await update({ maxMajor: 2 });
    const listResponse = await portal.call(licenses.list, { token: ada.token, params: { id: ada.id } });
    expect(Object(listResponse.body).items[0].licenseCode).toBe(Object(issueResponse.body).licenseCode);
  });

  test('add-ons can swap their bits while no licence contains them', async () => {
    const fixture = await openCatalogue(kind);
    const { portal, update, listed, issueLicenseFor } = fixture;
    await update({ addOns: [railAddOn, bim] });
    const swappedBits = [
      { ...bim, bit: 0 },
      { ...railAddOn, bit: 1 },
    ];
    expect((await update({ version: 2, addOns: swappedBits })).body).toMatchObject({ version: 3, addOns: swappedBits });
    const ada = await addPerson(portal, { grants: [{ brand: 'blue', configTools: ['configRail'] }] });
    await issueLicenseFor(ada);
    expect(await readBits(fixture)).toEqual([2]);
    expect(await update({ version: 3, addOns: [railAddOn, { ...bim, bit: 1 }] })).toMatchObject({
      status: 422,
      body: { fields: { 'addOns.0.bit': 'Issued licences include this add-on, so its bit cannot change.' } },
    });
    // The bit of an add-on that no licence contains can still be changed.
    expect(
      (
        await update({
          version: 3,
          addOns: [
            { ...railAddOn, bit: 1 },
            { ...bim, bit: 9 },
          ],
        })
      ).status,
    ).toBe(200);
    expect((await listed())[0]?.addOns.map(({ id, bit }) => `${id} ${bit}`)).toEqual(['configRail 1', 'bim 9']);
  });

  test('an add-on that a change leaves out is deleted if it is not used; otherwise the change is refused and the message names the uses', async () => {
    const { portal, update, issueLicenseFor } = await openCatalogue(kind);
    expect((await update({ addOns: [] })).body).toMatchObject({ addOns: [] });
    await update({ version: 2, addOns: [railAddOn] });
    const ada = await addPerson(portal, { grants: [{ brand: 'blue', configTools: ['configRail'] }] });
    await issueLicenseFor(ada);
    expect(await update({ version: 3, addOns: [] })).toMatchObject({
      status: 422,
      body: { fields: { addOns: 'Config Rail is in use: 1 grant and 1 licence. Retire it instead.' } },
    });
  });

  test('an unused tool is deleted with its add-ons and policies; for a used tool, the deletion is refused and the message names the uses', async () => {
    const { portal, create, remove, listed, issueLicenseFor } = await openCatalogue(kind);
    await create({ addOns: [bim] });
    expect((await remove('plan')).status).toBe(204);
    expect((await remove('plan')).status).toBe(404);
    expect((await remove('configRail')).status).toBe(404);
    const toolRows = await portal.database.kysely
      .selectFrom('licencePolicies')
      .select('toolId')
      .where('toolId', '=', 'plan')
      .execute();
    expect(toolRows).toEqual([]);
    const ada = await addPerson(portal);
    await issueLicenseFor(ada);
    expect(await remove('basics')).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', message: 'Basics is in use: 1 grant and 1 licence. Retire it instead.' },
    });
    expect((await listed()).map((tool) => tool.id)).toEqual(['basics']);
  });

  test('a change that does not contain the newest row version is refused, and a call with the current values changes nothing', async () => {
    const { update, listed } = await openCatalogue(kind);
    expect((await update()).body).toMatchObject({ version: 1 });
    await update({ name: 'Basics One' });
    expect(await update({ name: 'Basics Two' })).toMatchObject({ status: 409, body: { code: 'STALE' } });
    expect((await listed())[0]).toMatchObject({ name: 'Basics One', version: 2 });
  });

  test('every change is in the audit log with values before and after (T414)', async () => {
    const { portal, root, create, update, remove } = await openCatalogue(kind);
    await create();
    await update({ retired: true, addOns: [{ ...railAddOn, retired: true }] });
    await remove('plan');
    expect(await findAuditEntries(portal, 'tool')).toEqual([
      { actorId: root.id, action: 'tool.create', subjectId: 'plan', before: null, after: plan },
      {
        actorId: root.id,
        action: 'tool.update',
        subjectId: 'basics',
        before: { name: 'Basics', maxMajor: 255, retired: false, addOns: [railAddOn] },
        after: { name: 'Basics', maxMajor: 255, retired: true, addOns: [{ ...railAddOn, retired: true }] },
      },
      {
        actorId: root.id,
        action: 'tool.delete',
        subjectId: 'plan',
        before: { code: 8, name: 'Plan', maxMajor: 3, retired: false, addOns: [] },
        after: null,
      },
    ]);
  });
});

describe.each(databases)('simultaneous changes to tools (%s)', (kind) => {
  test('one of many simultaneous requests with the same id and number creates a tool, and the others are refused at the fields', async () => {
    const { create, listed } = await openCatalogue(kind, 2);
    const responses = await Promise.all(Array.from({ length: 6 }, (_, at) => create({ name: `Plan ${at}` })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusedFields = responses.filter(({ status }) => status === 422).map(({ body }) => Object(body).fields);
    expect(refusedFields).toHaveLength(5);
    for (const fields of refusedFields)
      expect(fields).toEqual({
        id: 'Another tool or add-on has this ID. Choose another one.',
        code: 'Another tool has this number. Choose another one.',
      });
    expect(await listed()).toHaveLength(2);
  });

  test('one of many simultaneous changes to a tool succeeds', async () => {
    const { update } = await openCatalogue(kind, 2);
    const responses = await Promise.all(Array.from({ length: 6 }, (_, at) => update({ maxMajor: at })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => readProblemCode(body) === 'STALE')).toHaveLength(5);
  });

  test('if a tool is granted and deleted at the same time, one of the two is refused', async () => {
    const { portal, root, create, remove, listed } = await openCatalogue(kind, 2);
    for (const roundNumber of [0, 1, 2, 3]) {
      const id = `plan${roundNumber}`;
      await create({ id, code: 20 + roundNumber, addOns: [{ ...bim, id: `bim${roundNumber}` }] });
      const grant = { tool: id, brand: 'blue', configTools: [`bim${roundNumber}`], validFrom: null, validTo: null };
      const login = `person${roundNumber}@race.example`;
      const createUser = () =>
        portal.call(users.create, {
          token: root.token,
          body: createUserBody({ login, email: login, tools: [grant] }),
        });
      const [createResponse, removeResponse] =
        roundNumber % 2 === 0
          ? await Promise.all([createUser(), remove(id)])
          : (await Promise.all([remove(id), createUser()])).toReversed();
      const isListed = (await listed()).some((tool) => tool.id === id);
      expect([createResponse?.status, removeResponse?.status, isListed]).toEqual(
        isListed ? [200, 409, true] : [422, 204, false],
      );
    }
  });

  test('a licence that is issued while bits change contains only current bits of its add-ons', async () => {
    const fixture = await openCatalogue(kind, 2);
    const { portal, update, listed, issueLicenseFor } = fixture;
    const ada = await addPerson(portal, { grants: [{ brand: 'blue', configTools: ['configRail'] }] });
    const [changed] = await Promise.all([update({ addOns: [{ ...railAddOn, bit: 4 }] }), issueLicenseFor(ada)]);
    const bit = (await listed())[0]?.addOns[0]?.bit ?? -1;
    expect([200, 422]).toContain(changed.status);
    expect(await readBits(fixture)).toEqual([2 ** bit]);
  });
});
