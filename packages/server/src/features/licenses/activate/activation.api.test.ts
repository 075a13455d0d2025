import { activation } from '@basics/contract/licenses/activation.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import {
  createTestDatabase,
  createTestLocation,
  databases,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { openPortal, readProblemCode, testKey, type Portal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { allRows } from '#server/testing/database/tables.ts';

const postActivation = (portal: Portal, verificationCode: string) =>
  portal.call(activation.requestActivation, { body: { verificationCode } });

/** Starts the activation of a PC with the given name. */
async function requestActivation(portal: Portal, name: string) {
  const verificationCode = createCode(createMachine(name), { at: portal.now() });
  const response = await postActivation(portal, verificationCode);
  const { device_code: deviceCode, user_code: userCode } = activation.requestActivation.reply.parse(response.body);
  return { verificationCode, deviceCode, userCode, answer: response };
}

/** Polls for a PC after `waitMs`, and returns the licence file or the code of the problem. */
async function poll(portal: Portal, { deviceCode }: { deviceCode: string }, waitMs = seconds(5)) {
  portal.pass(waitMs);
  const { body } = await portal.call(activation.pollActivation, { body: { device_code: deviceCode } });
  const parsedReply = activation.pollActivation.reply.safeParse(body);
  return parsedReply.success ? parsedReply.data.licence_file : readProblemCode(body);
}

const callAsUser = (
  portal: Portal,
  who: Person,
  call: 'findActivation' | 'confirmActivation' | 'denyActivation',
  userCode: string,
) => portal.call(activation[call], { token: who.token, body: { userCode } });

const readRefusal = async (pendingResponse: Promise<{ body: unknown }>) =>
  readProblemCode((await pendingResponse).body);

const issue = (portal: Portal, who: Person, verificationCode: string) =>
  portal.call(licenses.issue, { token: who.token, params: { id: who.id }, body: { verificationCode } });

describe.each(databases)('activation of a PC with a network (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a user confirms the code of a PC, and the PC fetches the licence file once', async () => {
    const ada = await addPerson(portal());
    const pc = await requestActivation(portal(), 'CAD-01');
    expect(pc.answer.body).toMatchObject({
      verification_uri: 'http://localhost:3000/activate',
      verification_uri_complete: `http://localhost:3000/activate#c=${pc.userCode}`,
      expires_in: 900,
      interval: 5,
    });
    expect(await poll(portal(), pc)).toBe('AUTHORIZATION_PENDING');
    const findResponse = await callAsUser(portal(), ada, 'findActivation', pc.userCode.toLowerCase().replace('-', ' '));
    expect(findResponse.body).toMatchObject({
      userCode: pc.userCode,
      verificationCode: pc.verificationCode,
      address: '127.0.0.1',
      isSameNetwork: true,
    });

    const confirmResponse = await callAsUser(portal(), ada, 'confirmActivation', pc.userCode);
    const license = licenseShape.parse(confirmResponse.body);
    expect(license).toMatchObject({ userId: ada.id, machineName: 'CAD-01', status: 'Active' });
    expect((await callAsUser(portal(), ada, 'confirmActivation', pc.userCode)).body).toEqual(license);

    const readResult = readLicenceFile(String(await poll(portal(), pc)), [testKey.signer.publicKey], nodePrimitives);
    expect(readResult).toMatchObject({ ok: true, value: { payload: { machine: { name: 'CAD-01' } } } });
    expect(await poll(portal(), pc)).toBe('EXPIRED_TOKEN');
    // The tool installs the file that it fetches, so the licence now counts as installed.
    expect((await callAsUser(portal(), ada, 'confirmActivation', pc.userCode)).body).toHaveProperty('installedAt');
    const entries = await selectAuditEntries(portal().database.kysely)
      .select(['action', 'actorId'])
      .where('subjectId', '=', String(license.licenseId))
      .where('subjectKind', '=', 'license')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'license.issue', actorId: ada.id },
      { action: 'activation.confirm', actorId: ada.id },
      { action: 'activation.fetch', actorId: null },
    ]);
  });

  test('a PC that cannot be identified cannot start an activation', async () => {
    const facts = { 'machine-id': 'none', 'board-id': [], 'system-disk': [] };
    const response = await postActivation(
      portal(),
      createCode(createMachine('NOFACTS', facts), { at: portal().now() }),
    );
    expect([response.status, readProblemCode(response.body)]).toEqual([422, 'PC_NOT_IDENTIFIED']);
  });

  test('only one of ten simultaneous polls gets the licence', async () => {
    const ada = await addPerson(portal());
    const pc = await requestActivation(portal(), 'CAD-02');
    await callAsUser(portal(), ada, 'confirmActivation', pc.userCode);
    const responses = await Promise.all(Array.from({ length: 10 }, () => poll(portal(), pc, 0)));
    expect(responses.filter((response) => String(response).startsWith('BASICS LICENCE FILE'))).toHaveLength(1);
  });

  test('a PC that polls too often must wait 5 seconds longer each time', async () => {
    const pc = await requestActivation(portal(), 'CAD-03');
    expect(await poll(portal(), pc)).toBe('AUTHORIZATION_PENDING');
    expect(await poll(portal(), pc, seconds(3))).toBe('SLOW_DOWN');
    expect(await poll(portal(), pc, seconds(5))).toBe('SLOW_DOWN');
    expect(await poll(portal(), pc, seconds(15))).toBe('AUTHORIZATION_PENDING');
  });

  test('a PC gets no licence if a user denies its activation', async () => {
    const ada = await addPerson(portal());
    const pc = await requestActivation(portal(), 'CAD-04');
    expect((await callAsUser(portal(), ada, 'denyActivation', pc.userCode)).status).toBe(204);
    expect(await poll(portal(), pc)).toBe('ACCESS_DENIED');
    for (const call of ['findActivation', 'confirmActivation', 'denyActivation'] as const)
      expect(await readRefusal(callAsUser(portal(), ada, call, pc.userCode))).toBe('ACTIVATION_NOT_FOUND');
  });

  test('a user who has confirmed a PC cannot deny it later, neither before nor after the PC fetched its licence', async () => {
    const ada = await addPerson(portal());
    const pc = await requestActivation(portal(), 'CAD-10');
    await callAsUser(portal(), ada, 'confirmActivation', pc.userCode);
    expect(await readRefusal(callAsUser(portal(), ada, 'denyActivation', pc.userCode))).toBe('ACTIVATION_NOT_FOUND');
    expect(await poll(portal(), pc)).toMatch(/^BASICS LICENCE FILE/);
    expect(await readRefusal(callAsUser(portal(), ada, 'denyActivation', pc.userCode))).toBe('ACTIVATION_NOT_FOUND');
    expect((await callAsUser(portal(), ada, 'confirmActivation', pc.userCode)).status).toBe(200);
  });

  test('simultaneous confirmations by one user return the same licence', async () => {
    const ada = await addPerson(portal());
    const pc = await requestActivation(portal(), 'CAD-11');
    const confirm = () => callAsUser(portal(), ada, 'confirmActivation', pc.userCode);
    const responses = await Promise.all([confirm(), confirm(), confirm()]);
    const ids = responses.map(({ body }) => licenseShape.parse(body).licenseId);
    expect(new Set(ids).size).toBe(1);
  });

  test('a PC gets no licence if the account that confirmed it is suspended afterwards', async () => {
    const ada = await addPerson(portal());
    const pc = await requestActivation(portal(), 'CAD-12');
    await callAsUser(portal(), ada, 'confirmActivation', pc.userCode);
    const suspension = portal().database.kysely.updateTable('users').set({ status: 'suspended' });
    await suspension.where('id', '=', ada.id).execute();
    expect(await poll(portal(), pc)).toBe('ACCESS_DENIED');
  });

  test('a PC continues to poll after its licence was refused, so that another account can confirm the PC', async () => {
    const ada = await addPerson(portal(), { grants: [] });
    const pc = await requestActivation(portal(), 'CAD-05');
    expect(await readRefusal(callAsUser(portal(), ada, 'confirmActivation', pc.userCode))).toBe('NO_TOOL_GRANT');
    expect(await poll(portal(), pc)).toBe('AUTHORIZATION_PENDING');
    const eve = await addPerson(portal());
    expect((await callAsUser(portal(), eve, 'confirmActivation', pc.userCode)).status).toBe(200);
  });

  test('a PC that polls does not get a licence that a user got by pasting the same code (T283)', async () => {
    const ada = await addPerson(portal());
    const pc = await requestActivation(portal(), 'CAD-06');
    expect((await issue(portal(), ada, pc.verificationCode)).status).toBe(200);
    expect(await poll(portal(), pc)).toBe('AUTHORIZATION_PENDING');
  });

  test('an activation that one user has confirmed cannot be read or changed by another user (T285)', async () => {
    const [ada, eve] = [await addPerson(portal()), await addPerson(portal())];
    const pc = await requestActivation(portal(), 'CAD-07');
    await callAsUser(portal(), ada, 'confirmActivation', pc.userCode);
    for (const call of ['findActivation', 'confirmActivation', 'denyActivation'] as const)
      expect(await readRefusal(callAsUser(portal(), eve, call, pc.userCode))).toBe('ACTIVATION_NOT_FOUND');
  });

  test('an account must wait after ten wrong user codes, and correct user codes are not counted (T284)', async () => {
    const eve = await addPerson(portal());
    const pc = await requestActivation(portal(), 'CAD-08');
    for (let index = 0; index < 12; index += 1)
      expect((await callAsUser(portal(), eve, 'findActivation', pc.userCode)).status).toBe(200);
    const problemCodes = [];
    for (let index = 0; index < 11; index += 1)
      problemCodes.push(await readRefusal(callAsUser(portal(), eve, 'findActivation', 'BCDF-GHJK')));
    expect(problemCodes).toEqual([...Array.from({ length: 10 }, () => 'ACTIVATION_NOT_FOUND'), 'TOO_MANY_ATTEMPTS']);
  });

  test('the device code and the user code are not stored in the database', async () => {
    const { verificationCode, deviceCode, userCode } = await requestActivation(portal(), 'CAD-09');
    const storedText = JSON.stringify(await allRows(portal().database));
    expect([verificationCode, deviceCode, userCode].map((code) => storedText.includes(code))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('when PCs of other networks have used up the limit, the first five PCs of a network are still accepted (T288)', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const now = newPortal.now();
    // The test sets the counter of all networks together to its limit, as if 2,000 PCs of other sites were waiting.
    const usedUpCounter = { count: 2001, windowStart: now, nextAllowedAt: now + minutes(1), lastAttemptAt: now };
    await newPortal.database.kysely
      .insertInto('throttles')
      .values({ key: 'activation', ...usedUpCounter })
      .execute();
    const statusCodes: number[] = [];
    for (const name of ['1', '2', '3', '4', '5', '6'])
      statusCodes.push((await postActivation(newPortal, createCode(createMachine(name), { at: now }))).status);
    expect(statusCodes).toEqual([200, 200, 200, 200, 200, 429]);
    await newPortal.close();
  });

  test('the device code and the user code expire after 15 minutes, even if the clock was ahead and was corrected meanwhile (T287)', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(newPortal);
    const pc = await requestActivation(newPortal, 'LATE');
    expect(await poll(newPortal, pc, minutes(15))).toBe('EXPIRED_TOKEN');
    expect(await readRefusal(callAsUser(newPortal, ada, 'confirmActivation', pc.userCode))).toBe(
      'ACTIVATION_NOT_FOUND',
    );

    const pcBeforeCorrection = await requestActivation(newPortal, 'AHEAD');
    newPortal.setClock(-minutes(60));
    expect(await poll(newPortal, pcBeforeCorrection)).toBe('EXPIRED_TOKEN');
    await newPortal.close();
  });
});

describe.each(databases)('a PC that one user confirms and another refuses at the same moment (%s)', (kind) => {
  test('exactly one of the two decisions succeeds: after a refusal there is no licence and no PC, after a confirmation the PC gets its file (T286)', async () => {
    const location = await createTestLocation(kind);
    const connections = [await openWithLongTimeouts(location), await openWithLongTimeouts(location)] as const;
    onTestFinished(async () => void (await Promise.all(connections.map((connection) => connection.close()))));
    const [confirming, denying] = [
      await openPortal(slowDownDatabase(connections[0], 2)),
      await openPortal(slowDownDatabase(connections[1], 2)),
    ];
    for (let round = 0; round < 24; round += 1) {
      const [ada, stranger] = [await addPerson(confirming), await addPerson(denying)];
      const pc = await requestActivation(confirming, `PC-${round}`);
      const [confirmed, denied] = await Promise.all([
        callAsUser(confirming, ada, 'confirmActivation', pc.userCode),
        callAsUser(denying, stranger, 'denyActivation', pc.userCode),
      ]);
      const file = await poll(confirming, pc);
      const rows = await confirming.database.kysely
        .selectFrom('machines')
        .leftJoin('licenses', 'licenses.machineId', 'machines.id')
        .select('licenses.id')
        .where('machines.userId', '=', ada.id)
        .execute();
      const outcome = [readProblemCode(confirmed.body) ?? confirmed.status, denied.status, rows.length];
      expect([
        [200, 422, 1],
        ['ACTIVATION_NOT_FOUND', 204, 0],
      ]).toContainEqual(outcome);
      expect(file === 'ACCESS_DENIED').toBe(denied.status === 204);
    }
  });
});
