import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licensePreview, licenses } from '@basics/contract/licenses/licenses.ts';
import { policies } from '@basics/contract/policies/policies.ts';
import { fingerprintComponents } from '@basics/licensing/fingerprint.ts';
import { readLicence } from '@basics/licensing/licence.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases, createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { openPortal, readProblemCode, testKey, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

type IssueOptions = { bridge?: boolean; preview?: boolean; reason?: 'new' | 'moved' };

const postCode = (portal: Portal, who: Person, pc: string, { reason = 'new', ...options }: IssueOptions = {}) =>
  portal.call(licenses.issue, {
    token: who.token,
    params: { id: who.id },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now(), reason }), ...options },
  });

const issue = async (portal: Portal, who: Person, pc: string, options: IssueOptions = {}) =>
  licenseShape.parse((await postCode(portal, who, pc, options)).body);

const readRefusal = async (portal: Portal, who: Person, pc: string, options: IssueOptions = {}) =>
  readProblemCode((await postCode(portal, who, pc, options)).body);

/** Adds a customer who may license two PCs, and has licences for both. */
async function addCustomerWithFullSeats(portal: Portal): Promise<Person> {
  const ada = await addPerson(portal);
  await issue(portal, ada, `${ada.login} 1`);
  await issue(portal, ada, `${ada.login} 2`);
  return ada;
}

describe.each(defaultDatabases)('a bridge licence: a licence for 7 days while all seats are used (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a bridge licence is offered when all seats are used, is valid for 7 days, and is marked in the licence, in lists and in the audit log', async () => {
    await addPerson(portal(), { profileId: 1 });
    const ada = await addCustomerWithFullSeats(portal());
    const { problem, bridge } = licensePreview.parse((await postCode(portal(), ada, 'THIRD', { preview: true })).body);
    expect([problem?.code, bridge]).toEqual(['SEAT_LIMIT', { expiryDate: '2026-03-17' }]);
    expect(await readRefusal(portal(), ada, 'THIRD')).toBe('SEAT_LIMIT');

    const license = await issue(portal(), ada, 'THIRD', { bridge: true });
    expect(license).toMatchObject({ bridge: true, expiryDate: '2026-03-17', status: 'Active' });
    const params = { id: ada.id, licenseId: license.licenseId };
    const file = await portal().call(licenses.download, { token: ada.token, params });
    const readResult = readLicence(file.bytes.toString(), [testKey.signer.publicKey], nodePrimitives);
    expect(readResult).toMatchObject({ ok: true, value: { bridge: true, trial: false, graceDays: 0 } });
    const listResponse = await portal().call(licenses.list, { token: ada.token, params: { id: ada.id } });
    expect(listResponse.body).toMatchObject({ items: [{ machineName: 'THIRD', bridge: true }, {}, {}] });
    const entries = await selectAuditEntries(portal().database.kysely)
      .select('after')
      .where('action', '=', 'license.issue')
      .where('subjectId', '=', String(license.licenseId))
      .execute();
    const letters = portal().database.kysely.selectFrom('outbox').select('kind');
    expect(await letters.where('kind', '=', 'bridgeIssued').execute()).not.toEqual([]);
    expect(entries.map(({ after }) => JSON.parse(after ?? ''))).toEqual([expect.objectContaining({ isBridge: true })]);
  });

  test('a bridge licence uses no seat: the next full licence takes the free seat, even for the PC that had the bridge licence', async () => {
    const ada = await addCustomerWithFullSeats(portal());
    await issue(portal(), ada, `${ada.login} 3`, { bridge: true });
    const { body } = await portal().call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
    const [toolUsage] = licenseAdmin.machines.reply.parse(body).items;
    expect(toolUsage).toMatchObject({ seatsUsed: 2, seatsAllowed: 2 });
    const machineId = toolUsage?.machines.find(({ holdsSeat }) => holdsSeat)?.machineId ?? 0;
    await portal().call(licenseAdmin.release, { token: ada.token, params: { id: ada.id, machineId }, body: {} });
    const fullLicense = await issue(portal(), ada, `${ada.login} 3`);
    expect(fullLicense.bridge).toBeUndefined();
    expect(await readRefusal(portal(), ada, `${ada.login} 4`)).toBe('SEAT_LIMIT');
  });

  test('a request for a bridge licence (7 days) gets a full licence if a seat is free', async () => {
    const ada = await addPerson(portal());
    const license = await issue(portal(), ada, 'FREE', { bridge: true });
    expect(license.bridge).toBeUndefined();
    expect(license.expiryDate).toBe('2027-03-10');
  });

  test('a PC gets one bridge licence in 90 days, even under different accounts', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const ada = await addCustomerWithFullSeats(newPortal);
    const eve = await addCustomerWithFullSeats(newPortal);
    await issue(newPortal, ada, 'SHARED', { bridge: true });
    for (const who of [ada, eve]) {
      expect(await readRefusal(newPortal, who, 'SHARED', { bridge: true })).toBe('SEAT_LIMIT');
      expect(
        licensePreview.parse((await postCode(newPortal, who, 'SHARED', { preview: true })).body).bridge,
      ).toBeUndefined();
    }
    newPortal.pass(days(90));
    const eveWithNewSession = { ...eve, token: await createSession(newPortal, eve) };
    expect((await issue(newPortal, eveWithNewSession, 'SHARED', { bridge: true })).bridge).toBe(true);
    await newPortal.close();
  });

  test.each(fingerprintComponents)(
    'codes that share only the %s count as one PC for bridges, even under different accounts (T320)',
    async (component) => {
      const [ada, eve] = [await addCustomerWithFullSeats(portal()), await addCustomerWithFullSeats(portal())];
      const requestBridge = (who: Person, pcNumber: number) => {
        const name = `${pcNumber} ${ada.login}`;
        const pc = createMachine(name, { [component]: `shared by PCs of ${ada.login}` });
        const body = { verificationCode: createCode(pc, { at: portal().now() }), bridge: true };
        return portal().call(licenses.issue, { token: who.token, params: { id: who.id }, body });
      };
      expect((await requestBridge(ada, 1)).body).toMatchObject({ bridge: true });
      for (const who of [ada, eve]) expect(readProblemCode((await requestBridge(who, 2)).body)).toBe('SEAT_LIMIT');
    },
  );

  test('an account gets one bridge licence for codes with fewer than four hardware parts, even if the parts differ (T319)', async () => {
    const ada = await addCustomerWithFullSeats(portal());
    const requestBridgeWithFacts = async (name: string, { facts }: ReturnType<typeof createMachine>) => {
      const verificationCode = createCode({ name, facts }, { at: portal().now() });
      const body = { verificationCode, bridge: true };
      const response = await portal().call(licenses.issue, { token: ada.token, params: { id: ada.id }, body });
      return readProblemCode(response.body) ?? licenseShape.parse(response.body).bridge;
    };
    const pc = createMachine(`${ada.login} 3`);
    const { 'machine-id': id, 'board-id': board, 'system-disk': disk, 'network-card': card } = pc.facts;
    expect(
      await requestBridgeWithFacts('HALF', { ...pc, facts: { 'machine-id': id ?? '', 'board-id': board ?? '' } }),
    ).toBe(true);
    expect(
      await requestBridgeWithFacts('OTHER', {
        ...pc,
        facts: { 'system-disk': disk ?? '', 'network-card': card ?? '' },
      }),
    ).toBe('SEAT_LIMIT');
    expect(await requestBridgeWithFacts('WHOLE', createMachine(`${ada.login} 4`))).toBe('SEAT_LIMIT');
  });

  test('an account gets at most three bridge licences in 90 days (T318)', async () => {
    const ada = await addCustomerWithFullSeats(portal());
    for (const pcNumber of [1, 2, 3])
      expect((await issue(portal(), ada, `${pcNumber} ${ada.login}`, { bridge: true })).bridge).toBe(true);
    expect(await readRefusal(portal(), ada, `4 ${ada.login}`, { bridge: true })).toBe('SEAT_LIMIT');
  });

  test('a bridge licence is refused if the policy does not allow bridge licences; a bridge licence cannot be renewed without a code', async () => {
    const ada = await addCustomerWithFullSeats(portal());
    const license = await issue(portal(), ada, `${ada.login} 3`, { bridge: true });
    const params = { id: ada.id, licenseId: license.licenseId };
    expect(readProblemCode((await portal().call(licenses.renew, { token: ada.token, params })).body)).toBe(
      'NOT_RENEWABLE',
    );
    const newPortal = await openPortal(await createTestDatabase(kind));
    const eve = await addCustomerWithFullSeats(newPortal);
    const admin = await addPerson(newPortal, { profileId: 1 });
    const updateResponse = await newPortal.call(policies.update, {
      token: admin.token,
      params: { profileID: 7, tool: 'basics', brand: 'blue' },
      body: { version: 1, months: 12, days: null, seats: 2, moves: 3, bridge: false },
    });
    expect(updateResponse.body).toMatchObject({ bridge: false });
    expect(await readRefusal(newPortal, eve, 'THIRD', { bridge: true })).toBe('SEAT_LIMIT');
    await newPortal.close();
  });
});

test.each(databases)(
  'a licence request from a PC that its owner has removed is reported to the salesman once a day, and is in the audit log (%s)',
  async (kind) => {
    const { portal, ada: salesman } = await openStaffedPortal(kind);
    const owner = await addPerson(portal, { country: 'DE' });
    const issueLicense = async (options = {}) =>
      portal.call(licenses.issue, {
        token: await createSession(portal, owner),
        params: { id: owner.id },
        body: { verificationCode: createCode(createMachine('DESK'), { at: portal.now() }), ...options },
      });
    await issueLicense();
    const { id: machineId } = await portal.database.kysely
      .selectFrom('machines')
      .select('id')
      .where('userId', '=', owner.id)
      .executeTakeFirstOrThrow();
    await portal.call(licenseAdmin.release, { token: owner.token, params: { id: owner.id, machineId }, body: {} });

    expect((await issueLicense({ preview: true })).body).toMatchObject({ problem: { code: 'PC_DECLARED_GONE' } });
    for (let index = 0; index < 3; index += 1)
      expect(readProblemCode((await issueLicense()).body)).toBe('PC_DECLARED_GONE');
    expect(await listLetters(portal)).toEqual(['pcDeclaredGone to ada@portal.example']);
    const { text } = await readNewestMail(portal, 'pcDeclaredGone');
    for (const letterPart of [owner.login, 'DESK', 'Basics', '10 March 2026 by ']) expect(text).toContain(letterPart);
    const refusalEntries = selectAuditEntries(portal.database.kysely)
      .select(['actorId', 'subjectKind', 'subjectId', 'after'])
      .where('action', '=', 'license.refuse');
    expect((await refusalEntries.execute()).map((row) => ({ ...row }))).toEqual([
      {
        actorId: owner.id,
        subjectKind: 'machine',
        subjectId: String(machineId),
        after: JSON.stringify({ code: 'PC_DECLARED_GONE', userId: owner.id }),
      },
    ]);

    portal.pass(days(1));
    await issueLicense();
    expect(await listLetters(portal)).toHaveLength(2);
    const token = await portal.signIn('ada@portal.example');
    const params = { id: owner.id };
    const body = { verificationCode: createCode(createMachine('DESK'), { at: portal.now() }), preview: true };
    expect((await portal.call(licenses.issue, { token, params, body })).body).toMatchObject({
      problem: { code: 'PC_DECLARED_GONE' },
    });
    expect(await listLetters(portal), `salesman ${salesman} knows`).toHaveLength(2);
  },
);

test.each(databases)(
  'a PC that was removed while the clock was two hours ahead counts as a move only when the clock reaches that time (%s)',
  async (kind) => {
    const { portal } = await openStaffedPortal(kind);
    const { id, token } = await addPerson(portal);
    const body = { verificationCode: createCode(createMachine('DESK'), { at: portal.now() }) };
    await portal.call(licenses.issue, { token, params: { id }, body });
    const readToolUsage = async () => {
      const response = await portal.call(licenseAdmin.machines, { token, params: { id } });
      return licenseAdmin.machines.reply.parse(response.body).items[0];
    };
    const machineId = (await readToolUsage())?.machines[0]?.machineId ?? 0;
    portal.setClock(hours(2));
    await portal.call(licenseAdmin.release, { token, params: { id, machineId }, body: {} });
    portal.setClock(-hours(2));
    expect(await readToolUsage()).toMatchObject({ seatsUsed: 0, movesUsed: 0 });
    portal.pass(hours(2));
    expect(await readToolUsage()).toMatchObject({ seatsUsed: 0, movesUsed: 1 });
  },
);
