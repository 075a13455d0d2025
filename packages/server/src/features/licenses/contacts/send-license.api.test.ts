import { license as licenseShape, licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { maxAttempts } from '#server/mail/delivery/mail-fault.ts';
import { hours } from '#server/platform/clock/clock.ts';
import {
  databases,
  createTestDatabase,
  type DatabaseKind,
  defaultDatabases,
} from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { openMailServer, createRefusingBehaviour } from '#server/testing/mail/smtp.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

/**
 * Opens a portal with an outbox, and a customer in Germany with a licence for CAD-07. `waitMs` is the delay of each statement
 * in a transaction.
 */
async function openWithLicence(kind: DatabaseKind, { waitMs = 0 } = {}) {
  const database = await createTestDatabase(kind);
  const outbox = openOutbox(database);
  const testMail = { queueLetter: outbox.queueLetter, delivers: true, wake: () => {} };
  const portal = await openPortal(waitMs ? slowDownDatabase(database, waitMs) : database, { mail: testMail });
  const ada = await addPerson(portal);
  const params = { id: ada.id };
  const body = { verificationCode: createCode(createMachine('CAD-07')) };
  const issuedLicense = licenseShape.parse(
    (await portal.call(licenses.issue, { token: ada.token, params, body })).body,
  );
  const { licenseId } = issuedLicense;
  const sendLicense = (who: Person = ada, id = ada.id) =>
    portal.call(licenses.send, { token: who.token, params: { id, licenseId } });
  const readMailState = async (): Promise<License['mail']> => {
    const response = await portal.call(licenses.get, { token: ada.token, params: { id: ada.id, licenseId } });
    return licenseShape.parse(response.body).mail;
  };
  const passTime = (milliseconds: number): void => {
    portal.pass(milliseconds);
    outbox.pass(milliseconds);
  };
  return { portal, database, outbox, ada, issued: issuedLicense, licenseId, sendLicense, readMailState, passTime };
}

describe.each(defaultDatabases)('a licence by e-mail (%s)', (kind) => {
  test('the owner gets the code and the file by e-mail, and the licence shows that it was sent (T291)', async () => {
    const { ada, issued, outbox, sendLicense, readMailState, database } = await openWithLicence(kind);
    expect(issued.mail).toBe('none');
    const response = await sendLicense();
    expect([response.status, response.body]).toEqual([200, { ...issued, mail: 'queued' }]);
    const server = await openMailServer();
    await outbox.deliver(server.url);
    expect(await readMailState()).toBe('sent');
    const [arrived] = server.receivedMails;
    expect(arrived?.to).toEqual([ada.login]);
    expect(arrived?.sourceText.replaceAll('=\r\n', '')).toContain(issued.licenseCode);
    expect(arrived?.sourceText).toMatch(/filename=Basics_blue_CAD-07_2027-03-10\.lic/);
    const { licenceFile: file } = await database.kysely
      .selectFrom('licenses')
      .select('licenceFile')
      .executeTakeFirstOrThrow();
    expect(arrived?.sourceText.replaceAll('\r\n', '')).toContain(Buffer.from(file).toString('base64'));
    const auditRows = await database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'license.send')
      .execute();
    expect(auditRows).toMatchObject([{ actorId: ada.id, subjectKind: 'license', subjectId: String(issued.licenseId) }]);
  });

  test('an e-mail that the mail server refuses permanently has failed, and can be sent again', async () => {
    const { outbox, sendLicense, readMailState } = await openWithLicence(kind);
    await sendLicense();
    await outbox.deliver((await openMailServer(createRefusingBehaviour(550))).url);
    expect(await readMailState()).toBe('failed');
    expect((await sendLicense()).status).toBe(200);
    expect(await readMailState()).toBe('queued');
    await outbox.deliver((await openMailServer()).url);
    expect(await readMailState()).toBe('sent');
  });

  test('an e-mail whose last attempt failed can be sent again from the outbox, which updates the state of the licence', async () => {
    const { portal, database, outbox, sendLicense, readMailState } = await openWithLicence(kind);
    await sendLicense();
    const busyServerUrl = (await openMailServer(createRefusingBehaviour(451))).url;
    await outbox.deliver(busyServerUrl);
    expect(await readMailState()).toBe('queued');
    await database.kysely
      .updateTable('outbox')
      .set({ attempts: maxAttempts - 1, nextAttemptAt: 0 })
      .execute();
    await outbox.deliver(busyServerUrl);
    expect(await readMailState()).toBe('failed');

    const root = await addPerson(portal, { profileId: 1 });
    await portal.call(mail.sendAgain, { token: root.token, params: { id: 1 } });
    expect(await readMailState()).toBe('queued');
    await outbox.deliver((await openMailServer()).url);
    expect(await readMailState()).toBe('sent');
  });

  test('a licence whose e-mail waits for its next attempt is sent with the waiting e-mail, not with a second one', async () => {
    const { outbox, sendLicense, readMailState } = await openWithLicence(kind);
    await sendLicense();
    await outbox.deliver((await openMailServer(createRefusingBehaviour(451))).url);
    const server = await openMailServer();
    await outbox.deliver(server.url);
    expect(server.receivedMails).toHaveLength(0);
    await sendLicense();
    await outbox.deliver(server.url);
    expect(server.receivedMails).toHaveLength(1);
    expect(await outbox.rows()).toHaveLength(1);
    expect(await readMailState()).toBe('sent');
  });

  test('a licence can be sent at most five times an hour, counted over all senders (T290)', async () => {
    const { portal, outbox, ada, sendLicense, passTime } = await openWithLicence(kind);
    const root = await addPerson(portal, { profileId: 1 });
    const server = await openMailServer();
    for (let index = 0; index < 5; index += 1) {
      await sendLicense(index % 2 ? ada : root);
      await outbox.deliver(server.url);
    }
    const refusedResponse = await sendLicense();
    expect([refusedResponse.status, readProblemCode(refusedResponse.body)]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(refusedResponse.headers['retry-after'])).toBeGreaterThan(0);
    expect((await sendLicense(root)).status).toBe(429);
    expect(server.receivedMails).toHaveLength(5);
    passTime(hours(1));
    expect((await sendLicense()).status).toBe(200);
  });

  test('only the owner of a licence, and staff with the owner in scope, can send it by e-mail', async () => {
    const { portal, licenseId, sendLicense, outbox, database } = await openWithLicence(kind);
    const salesmanInScope = await addPerson(portal, { profileId: 2 });
    await assignSalesman(database, salesmanInScope.id, 'DE', 'blue');
    const salesmanOutOfScope = await addPerson(portal, { profileId: 2 });
    const otherCustomer = await addPerson(portal);
    for (const stranger of [salesmanOutOfScope, otherCustomer]) {
      const response = await sendLicense(stranger);
      expect([response.status, readProblemCode(response.body)]).toEqual([404, 'USER_NOT_FOUND']);
    }
    const swappedResponse = await portal.call(licenses.send, {
      token: otherCustomer.token,
      params: { id: otherCustomer.id, licenseId },
    });
    expect([swappedResponse.status, readProblemCode(swappedResponse.body)]).toEqual([404, 'RESULTS_NOT_FOUND']);
    expect(await outbox.rows()).toEqual([]);
    expect((await sendLicense(salesmanInScope)).status).toBe(200);
  });

  test.each([
    ['expired', { expiresAt: 1 }],
    ['revoked', { revokedAt: 1 }],
    ['replaced', { replacedAt: 1 }],
  ])('a licence cannot be sent after it is %s', async (_, columns) => {
    const { database, outbox, sendLicense } = await openWithLicence(kind);
    await database.kysely.updateTable('licenses').set(columns).execute();
    const response = await sendLicense();
    expect([response.status, readProblemCode(response.body)]).toEqual([422, 'LICENSE_ENDED']);
    expect(await outbox.rows()).toEqual([]);
  });

  test.each([
    ['suspended', 'ACCOUNT_SUSPENDED'],
    ['approved', 'ACCOUNT_NOT_ACTIVE'],
  ] as const)('a licence cannot be sent to an account that is %s', async (status, code) => {
    const { portal, database, ada, sendLicense } = await openWithLicence(kind);
    const root = await addPerson(portal, { profileId: 1 });
    await database.kysely.updateTable('users').set({ status }).where('id', '=', ada.id).execute();
    expect(readProblemCode((await sendLicense(root)).body)).toBe(code);
  });
});

describe.each(databases)('simultaneous requests about a licence by e-mail (%s)', (kind) => {
  test('no e-mail with a licence is left if its owner is deleted at the same time', async () => {
    const { portal, ada, sendLicense, database } = await openWithLicence(kind, { waitMs: 10 });
    const root = await addPerson(portal, { profileId: 1 });
    await Promise.all([sendLicense(), portal.call(users.remove, { token: root.token, params: { id: ada.id } })]);
    expect(await database.kysely.selectFrom('outbox').select('kind').execute()).toEqual([]);
  });

  test('simultaneous requests to send the same licence create one e-mail', async () => {
    const { outbox, sendLicense } = await openWithLicence(kind, { waitMs: 10 });
    const responses = await Promise.all([sendLicense(), sendLicense(), sendLicense()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await outbox.rows()).toHaveLength(1);
  });
});
