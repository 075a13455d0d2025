import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licensePreview, licenses } from '@basics/contract/licenses/licenses.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import type { Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

/** Checks a code as staff, and lists the users that the preview proposes, each with the reason. */
async function listOwners(portal: Portal, who: Person, verificationCode: string) {
  const body = { verificationCode, preview: true };
  const reply = await portal.call(licenses.issue, { token: who.token, params: { id: who.id }, body });
  const { owners } = licensePreview.parse(reply.body);
  return owners?.map(({ userId, why }) => `${why} ${userId}`);
}

describe.each(databases)('the owners that staff see when they check a code (%s)', (kind) => {
  const portal = suitePortal(kind);
  let salesman: Person;
  let ada: Person;
  let customerOutOfScope: Person;
  beforeAll(async () => {
    salesman = await addPerson(portal(), { profileId: 2 });
    ada = await addPerson(portal(), { country: 'AT', brandId: 'blue' });
    customerOutOfScope = await addPerson(portal(), { country: 'JP', brandId: 'blue' });
    await portal()
      .database.kysely.insertInto('countryBrandSalesmen')
      .values({ country: 'AT', continent: 'Europe', brandId: 'blue', salesmanId: salesman.id })
      .execute();
    for (const [who, pc] of [
      [ada, 'ADA-PC'],
      [customerOutOfScope, 'FAR-PC'],
    ] as const) {
      const body = { verificationCode: createCode(createMachine(pc)) };
      expect((await portal().call(licenses.issue, { token: who.token, params: { id: who.id }, body })).status).toBe(
        200,
      );
    }
  });

  test('the customer who has the PC is proposed as owner, even after one part changed, but only to staff with the customer in scope', async () => {
    const expectedOwners = [`knownPc ${ada.id}`, `self ${salesman.id}`];
    expect(await listOwners(portal(), salesman, createCode(createMachine('ADA-PC')))).toEqual(expectedOwners);
    const changedPc = createMachine('ADA-PC', { 'machine-id': 'new system' });
    expect(await listOwners(portal(), salesman, createCode(changedPc))).toEqual(expectedOwners);
    const otherPc = createMachine('ADA-PC', { 'machine-id': 'new system', 'board-id': 'new board' });
    const ownAccount = [`self ${salesman.id}`];
    expect(await listOwners(portal(), salesman, createCode(otherPc))).toEqual(ownAccount);
    expect(await listOwners(portal(), salesman, createCode(createMachine('FAR-PC')))).toEqual(ownAccount);
    expect(await listOwners(portal(), customerOutOfScope, createCode(createMachine('ADA-PC')))).toBeUndefined();
  });

  test('staff get no proposal of an owner for a code of their own PC, nor if they have no customers', async () => {
    const salesmanWithPc = { ...salesman, pc: createMachine('OWN-PC') };
    const body = { verificationCode: createCode(salesmanWithPc.pc) };
    const issueResponse = await portal().call(licenses.issue, {
      token: salesmanWithPc.token,
      params: { id: salesmanWithPc.id },
      body,
    });
    expect(issueResponse.status, JSON.stringify(issueResponse.body)).toBe(200);
    expect(await listOwners(portal(), salesman, createCode(salesmanWithPc.pc))).toBeUndefined();
    const newSalesman = await addPerson(portal(), { profileId: 2 });
    expect(await listOwners(portal(), newSalesman, createCode(createMachine('NEW-PC')))).toBeUndefined();
  });

  test('the customer who asked for help with the code is proposed as owner', async () => {
    const code = createCode(createMachine('NEW-PC'));
    await portal().database.kysely.deleteFrom('toolGrants').where('userId', '=', ada.id).execute();
    const helpResponse = await portal().call(helpRequests.ask, {
      token: ada.token,
      params: { id: ada.id },
      body: { verificationCode: code },
    });
    expect(helpResponse.status, JSON.stringify(helpResponse.body)).toBe(200);
    expect(await listOwners(portal(), salesman, code)).toEqual([`openQuestion ${ada.id}`, `self ${salesman.id}`]);
  });
});
