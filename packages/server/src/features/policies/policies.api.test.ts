import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license, licenses } from '@basics/contract/licenses/licenses.ts';
import { policies } from '@basics/contract/policies/policies.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import {
  databases,
  createTestDatabase,
  type DatabaseKind,
  defaultDatabases,
} from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal, type Portal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';

const smallCustomerPolicyKey = { profileID: 7, tool: 'basics', brand: 'blue' };
const startingTerms = { months: 12, days: null, seats: 2, moves: 3 };

async function openFixture(kind: DatabaseKind, waitMs?: number) {
  const database = await createTestDatabase(kind);
  const portal = await openPortal(waitMs === undefined ? database : slowDownDatabase(database, waitMs));
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example', grants: [] });
  const updatePolicy = (but: Record<string, unknown> = {}, params: Record<string, unknown> = smallCustomerPolicyKey) =>
    portal.call(policies.update, { token: root.token, params, body: { version: 1, ...startingTerms, ...but } });
  const readPolicies = async () =>
    policies.list.reply.parse((await portal.call(policies.list, { token: root.token })).body);
  const findPolicy = async ({ profileID, tool, brand } = smallCustomerPolicyKey) =>
    (await readPolicies()).items.find(
      (item) => item.profileID === profileID && item.tool === tool && item.brand === brand,
    );
  return { portal, root, updatePolicy, readPolicies, findPolicy };
}

const issueLicense = async (portal: Portal, who: Person, pc: string, brand = 'blue') => {
  const body = { verificationCode: createCode(createMachine(pc), { at: portal.now() }), brand };
  return portal.call(licenses.issue, { token: who.token, params: { id: who.id }, body });
};

const issueAndReadExpiryDate = async (portal: Portal, who: Person, pc: string, brand = 'blue') => {
  const { status, body } = await issueLicense(portal, who, pc, brand);
  expect(status).toBe(200);
  return Object(body).expiryDate;
};

describe.each(defaultDatabases)('policies (%s)', (kind) => {
  test('the list has the policy of each profile, tool and brand, staff first and viewers last, each with its starting values', async () => {
    const { readPolicies } = await openFixture(kind);
    const { items, tools, brands, graceDays } = await readPolicies();
    const bluePolicies = items.filter(({ brand }) => brand === 'blue');
    expect(bluePolicies.map(({ profileID }) => profileID)).toEqual([1, 2, 6, 10, 3, 5, 7, 8, 13, 0]);
    expect(items).toHaveLength(20);
    expect(bluePolicies.at(-1)).toEqual({
      profileID: 0,
      tool: 'basics',
      brand: 'blue',
      months: null,
      days: 30,
      seats: 1,
      moves: 3,
      version: 1,
      bridge: true,
      renewalDays: null,
      starting: { months: null, days: 30, seats: 1, moves: 3, bridge: true, renewalDays: null },
      people: 0,
      activeLicenses: 0,
    });
    expect(tools).toEqual([{ id: 'basics', name: 'Basics', retired: false }]);
    expect(brands).toEqual([
      { id: 'blue', name: 'Basics Blue' },
      { id: 'red', name: 'Basics Red' },
    ]);
    expect(graceDays).toBe(14);
  });

  test('a change applies to the next licence, and issued licences keep their terms', async () => {
    const { portal, updatePolicy, findPolicy } = await openFixture(kind);
    const ada = await addPerson(portal);
    expect(await issueAndReadExpiryDate(portal, ada, 'OLD')).toBe('2027-03-10');
    expect(await updatePolicy({ months: 6 })).toMatchObject({
      status: 200,
      body: {
        ...smallCustomerPolicyKey,
        months: 6,
        days: null,
        seats: 2,
        moves: 3,
        version: 2,
        starting: { ...startingTerms, bridge: true },
      },
    });
    expect(await issueAndReadExpiryDate(portal, ada, 'OLD')).toBe('2027-03-10');
    expect(await issueAndReadExpiryDate(portal, ada, 'NEW')).toBe('2026-09-10');
    expect(await findPolicy()).toMatchObject({ months: 6, people: 1, activeLicenses: 2 });
  });

  test('a licence can be renewed as many days before its last day as the policy says, even if it was issued before the policy changed', async () => {
    const { portal, updatePolicy, findPolicy } = await openFixture(kind);
    const ada = await addPerson(portal);
    const issuedLicense = license.parse((await issueLicense(portal, ada, 'DESK')).body);
    const readRenewalOpening = async () => {
      const { body } = await portal.call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
      return licenseAdmin.machines.reply.parse(body).items[0]?.machines[0]?.renewalOpens;
    };
    expect(await readRenewalOpening()).toBe('2027-02-08T00:00:00.000Z');
    await updatePolicy({ renewalDays: 60 });
    expect(await readRenewalOpening()).toBe('2027-01-09T00:00:00.000Z');
    // Changing another value does not change `renewalDays`. A renewal is never possible in the first half of the term, even if
    // `renewalDays` is 300.
    await updatePolicy({ version: 2, seats: 4 });
    expect(await findPolicy()).toMatchObject({ renewalDays: 60, seats: 4 });
    await updatePolicy({ version: 3, renewalDays: 300 });
    expect(await readRenewalOpening()).toBe('2026-09-09T00:00:00.000Z');
    await updatePolicy({ version: 4, renewalDays: 30 });
    portal.pass(days(334));
    const renew = async () => {
      const params = { id: ada.id, licenseId: issuedLicense.licenseId };
      return (await portal.call(licenses.renew, { token: await createSession(portal, ada), params })).status;
    };
    expect(await renew()).toBe(422);
    portal.pass(days(1));
    expect(await renew()).toBe(200);
  });

  test('a term is a number of months or of days; licences with a term in days are trials', async () => {
    const { portal, updatePolicy } = await openFixture(kind);
    const ada = await addPerson(portal);
    expect((await updatePolicy({ months: null, days: 45 })).body).toMatchObject({ months: null, days: 45 });
    expect(await issueAndReadExpiryDate(portal, ada, 'DESK')).toBe('2026-04-24');
  });

  test('after the limit of PCs is lowered, the next PC is refused, and existing PCs keep their licences', async () => {
    const { portal, updatePolicy } = await openFixture(kind);
    const ada = await addPerson(portal);
    await issueAndReadExpiryDate(portal, ada, 'ONE');
    await issueAndReadExpiryDate(portal, ada, 'TWO');
    await updatePolicy({ seats: 1 });
    expect(readProblemCode((await issueLicense(portal, ada, 'THREE')).body)).toBe('SEAT_LIMIT');
    expect(await issueAndReadExpiryDate(portal, ada, 'ONE')).toBe('2027-03-10');
  });

  test('each wrong value is refused with a message for its field, and nothing is written', async () => {
    const { updatePolicy, findPolicy } = await openFixture(kind);
    const createRangeMessage = (most: number, least = 1) => `Enter a whole number from ${least} to ${most}.`;
    const refusedChanges = [
      [{ months: 0 }, { months: createRangeMessage(120) }],
      [{ months: 121 }, { months: createRangeMessage(120) }],
      [{ months: 1.5 }, { months: createRangeMessage(120) }],
      [{ months: null, days: 0 }, { days: createRangeMessage(3650) }],
      [{ months: null, days: 3651 }, { days: createRangeMessage(3650) }],
      [{ months: null }, { months: 'Enter either months or days.' }],
      [{ days: 30 }, { months: 'Enter either months or days.' }],
      [{ seats: 0 }, { seats: createRangeMessage(1000) }],
      [{ seats: 1001 }, { seats: createRangeMessage(1000) }],
      [{ seats: '2' }, { seats: createRangeMessage(1000) }],
      [{ moves: -1 }, { moves: createRangeMessage(1000, 0) }],
      [{ moves: 1e308 }, { moves: createRangeMessage(1000, 0) }],
      [{ renewalDays: 29 }, { renewalDays: 'Enter a whole number from 30 to 365, or nothing.' }],
      [{ graceDays: 30 }, { graceDays: 'Unknown field. Remove it.' }],
      [{ alsoFor: [{ brand: 'blue', version: 1 }] }, { alsoFor: 'This value is not allowed.' }],
    ] as const;
    for (const [but, fields] of refusedChanges) {
      for (const preview of [true, false])
        expect(await updatePolicy({ ...but, preview })).toMatchObject({
          status: 422,
          body: { code: 'INVALID', fields },
        });
    }
    expect(await findPolicy()).toMatchObject({ ...startingTerms, version: 1 });
  });

  test('the highest and lowest allowed values are accepted', async () => {
    const { updatePolicy } = await openFixture(kind);
    const lowestTerms = { months: 1, seats: 1, moves: 0 };
    expect((await updatePolicy(lowestTerms)).body).toMatchObject({ ...lowestTerms, version: 2 });
    const highestTerms = { months: null, days: 3650, seats: 1000, moves: 1000 };
    expect((await updatePolicy({ ...highestTerms, version: 2 })).body).toMatchObject({ ...highestTerms, version: 3 });
  });

  test('a change of an unknown policy gets the status 404', async () => {
    const { updatePolicy } = await openFixture(kind);
    for (const but of [{ profileID: 4 }, { tool: 'none' }, { tool: 'configRail' }, { brand: 'green' }])
      for (const preview of [true, false])
        expect(readProblemCode((await updatePolicy({ preview }, { ...smallCustomerPolicyKey, ...but })).body)).toBe(
          'RESULTS_NOT_FOUND',
        );
    expect((await updatePolicy({ alsoFor: [{ brand: 'green', version: 1 }] })).status).toBe(404);
    expect((await updatePolicy({}, { ...smallCustomerPolicyKey, profileID: '7x' })).status).toBe(404);
  });

  test('a change that does not contain the newest row version is refused', async () => {
    const { updatePolicy, findPolicy } = await openFixture(kind);
    await updatePolicy({ seats: 5 });
    for (const preview of [true, false])
      expect(await updatePolicy({ seats: 6, preview })).toMatchObject({ status: 409, body: { code: 'STALE' } });
    expect(await findPolicy()).toMatchObject({ seats: 5, version: 2 });
  });

  test('a change for several brands applies to all of these brands or to none', async () => {
    const { updatePolicy, findPolicy } = await openFixture(kind);
    const redPolicyKey = { ...smallCustomerPolicyKey, brand: 'red' };
    await updatePolicy({ months: 24, alsoFor: [{ brand: 'red', version: 1 }] });
    expect([await findPolicy(), await findPolicy(redPolicyKey)]).toMatchObject([
      { months: 24, version: 2 },
      { months: 24, version: 2 },
    ]);
    const staleResponse = await updatePolicy({ months: 36, version: 2, alsoFor: [{ brand: 'red', version: 1 }] });
    expect(readProblemCode(staleResponse.body)).toBe('STALE');
    expect([await findPolicy(), await findPolicy(redPolicyKey)]).toMatchObject([{ months: 24 }, { months: 24 }]);
  });

  test('the audit log records each change with the values before and after, and nothing if the values stay the same', async () => {
    const { portal, root, updatePolicy, findPolicy } = await openFixture(kind);
    await updatePolicy({ seats: 4, alsoFor: [{ brand: 'red', version: 1 }] });
    await updatePolicy({ seats: 4, version: 2 });
    await updatePolicy({ seats: 9, version: 2, preview: true });
    expect(await findPolicy()).toMatchObject({ version: 2 });
    const rows = await selectAuditEntries(portal.database.kysely)
      .select(['actorId', 'subjectKind', 'subjectId', 'before', 'after'])
      .where('action', '=', 'policy.update')
      .orderBy('id')
      .execute();
    const createAuditRow = (brand: string) => ({
      actorId: root.id,
      subjectKind: 'policy',
      subjectId: `7/basics/${brand}`,
      before: JSON.stringify(startingTerms),
      after: JSON.stringify({ ...startingTerms, seats: 4 }),
    });
    expect(rows.map((row) => ({ ...row }))).toEqual([createAuditRow('blue'), createAuditRow('red')]);
  });

  test('the impact counts users, valid licences, and PCs above the limit', async () => {
    const { portal, updatePolicy, findPolicy } = await openFixture(kind);
    const grantsOfBothBrands = [{ brand: 'blue' }, { brand: 'red' }];
    const ada = await addPerson(portal, { grants: grantsOfBothBrands });
    const bo = await addPerson(portal);
    // The impact does not count users with another profile, without a grant, with an expired grant, or with a rejected request.
    await addPerson(portal, { profileId: 8 });
    await addPerson(portal, { grants: [] });
    await addPerson(portal, { grants: [{ brand: 'blue', validTo: '2026-03-09' }] });
    const rejectedUser = await addPerson(portal);
    await portal.database.kysely
      .updateTable('users')
      .set({ status: 'rejected' })
      .where('id', '=', rejectedUser.id)
      .execute();
    await updatePolicy({ seats: 3, alsoFor: [{ brand: 'red', version: 1 }] });
    for (const pc of ['A1', 'A2', 'A3']) await issueAndReadExpiryDate(portal, ada, pc, pc === 'A3' ? 'red' : 'blue');
    await issueAndReadExpiryDate(portal, bo, 'B1');
    const revokedUser = await addPerson(portal);
    await issueAndReadExpiryDate(portal, revokedUser, 'C1');
    await portal.database.kysely
      .updateTable('licenses')
      .set({ revokedAt: portal.now(), revokedReason: 'lost' })
      .where('userId', '=', revokedUser.id)
      .execute();

    const readImpact = async (but: Record<string, unknown>) =>
      Object((await updatePolicy({ version: 2, preview: true, ...but })).body).reach;
    expect(await readImpact({ seats: 1 })).toEqual({
      people: 3,
      activeLicenses: 3,
      // PCs are counted for the tool as a whole, whatever the brand of their licences.
      peopleAboveSeats: 1,
      machinesAboveSeats: 2,
    });
    expect(await readImpact({ seats: 3 })).toMatchObject({ peopleAboveSeats: 0, machinesAboveSeats: 0 });
    expect(await readImpact({ seats: 1, alsoFor: [{ brand: 'red', version: 2 }] })).toMatchObject({
      people: 3,
      activeLicenses: 4,
    });
    expect(await findPolicy()).toMatchObject({ people: 3, activeLicenses: 3, seats: 3, version: 2 });
    await portal.database.kysely.updateTable('licenses').set({ expiresAt: portal.now() }).execute();
    expect(await findPolicy()).toMatchObject({ people: 3, activeLicenses: 0 });
  });

  test('a user without one of the nine profiles counts as a viewer', async () => {
    const { portal, updatePolicy } = await openFixture(kind);
    await addPerson(portal, { profileId: null });
    await addPerson(portal, { profileId: 99 });
    const viewerPolicyKey = { ...smallCustomerPolicyKey, profileID: 0 };
    const { body } = await updatePolicy({ months: null, days: 30, seats: 1, preview: true }, viewerPolicyKey);
    expect(body).toMatchObject({ reach: { people: 2 } });
  });
});

describe.each(databases)('simultaneous changes of policies (%s)', (kind) => {
  test('one of many simultaneous changes of a policy succeeds, and the other changes are refused', async () => {
    const { updatePolicy, findPolicy } = await openFixture(kind, 2);
    const responses = await Promise.all(Array.from({ length: 8 }, (_, at) => updatePolicy({ seats: at + 3 })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => readProblemCode(body) === 'STALE')).toHaveLength(7);
    expect(await findPolicy()).toMatchObject({ version: 2 });
  });
});
