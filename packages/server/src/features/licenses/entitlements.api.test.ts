import { licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import type { Person } from '#server/testing/records/people.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

describe.each(defaultDatabases)('the entitlements of a user (%s)', (kind) => {
  const portal = suitePortal(kind);
  const readEntitlements = async ({ id, token }: Person) =>
    licenses.entitlements.reply.parse((await portal().call(licenses.entitlements, { token, params: { id } })).body);

  test('the entitlements contain the company, the tools with their add-ons and days, and the salesmen of the country and brand', async () => {
    const lea = await addPerson(portal(), { profileId: 2 });
    const ada = await addPerson(portal(), {
      country: 'FI',
      grants: [
        { brand: 'blue', configTools: ['configRail'], validFrom: '2026-03-10', validTo: '2026-03-10' },
        { brand: 'red', validTo: '2026-03-09' },
      ],
    });
    await portal()
      .database.kysely.updateTable('users')
      .set({ company: 'Harbour Design' })
      .where('id', '=', ada.id)
      .execute();
    expect((await readEntitlements(ada)).caretakers).toEqual({ by: 'administrators', names: [] });
    await assignSalesman(portal().database, lea.id, 'FI', 'blue');
    const basicsTool = { tool: 'basics', toolName: 'Basics' };
    expect(await readEntitlements(ada)).toEqual({
      company: 'Harbour Design',
      caretakers: { by: 'salesmen', names: [expect.stringMatching(/^Test person/)] },
      items: [
        {
          ...basicsTool,
          brand: 'blue',
          brandName: 'Basics Blue',
          addOns: [{ id: 'configRail', name: 'Config Rail' }],
          validFrom: '2026-03-10',
          validTo: '2026-03-10',
          state: 'valid',
        },
        {
          ...basicsTool,
          brand: 'red',
          brandName: 'Basics Red',
          addOns: [],
          validFrom: null,
          validTo: '2026-03-09',
          state: 'ended',
        },
      ],
    });
  });

  test('a tool whose first day is tomorrow has the state "later", and a licence lists its add-ons', async () => {
    const ada = await addPerson(portal(), {
      grants: [
        { brand: 'blue', configTools: ['configRail'] },
        { brand: 'red', validFrom: '2026-03-11' },
      ],
    });
    expect((await readEntitlements(ada)).items.map(({ state }) => state)).toEqual(['valid', 'later']);
    const issueResponse = await portal().call(licenses.issue, {
      token: ada.token,
      params: { id: ada.id },
      body: { verificationCode: createCode(createMachine('WITH-RAIL')) },
    });
    expect(issueResponse.body).toMatchObject({ configTools: ['configRail'] });
  });
});
