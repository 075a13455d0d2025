import { audit } from '@basics/contract/audit/audit.ts';
import { license, licenses } from '@basics/contract/licenses/licenses.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { describe, expect, test } from 'vitest';
import { holdMail } from '#server/mail/outbox.repository.ts';
import { hours } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { createLetter, openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode, noon, openPortal } from '#server/testing/portal.ts';
import { openMailServer } from '#server/testing/mail/smtp.ts';

const secret = 'the-token-that-opens-an-account';
const letterWithLink = { ...createLetter(), kind: 'passwordReset' as const, token: secret, validUntil: noon };

/** Opens a portal with its outbox and an administrator's session. `delivers` is true if a mail server is configured. */
async function openWithOutbox(kind: DatabaseKind, { delivers = false } = {}) {
  const database = await createTestDatabase(kind);
  const outbox = openOutbox(database);
  let wakeCount = 0;
  const testMail = { queueLetter: outbox.queueLetter, delivers, wake: () => (wakeCount += 1) };
  const portal = await openPortal(database, { mail: testMail });
  await portal.addUser({ login: 'ada@house.example', profileId: 1 });
  const session = await portal.signIn('ada@house.example');
  return { portal, outbox, session, countWakes: () => wakeCount };
}

describe.each(databases)('the outbox (%s)', (kind) => {
  test('administrators see the outbox, newest first, and whether a mail server is configured', async () => {
    const { portal, outbox, session } = await openWithOutbox(kind, { delivers: true });
    await outbox.queue(createLetter({ to: 'a@customer.example' }));
    outbox.pass(1000);
    await outbox.queue(createLetter({ to: 'b@customer.example', brandId: 'red' }));
    const response = await portal.call(mail.search, { token: session, body: {} });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      total: 2,
      delivers: true,
      items: [
        { to: 'b@customer.example', brand: 'red', kind: 'passwordChanged', state: 'queued', sentAt: null, attempts: 0 },
        { to: 'a@customer.example', brand: 'blue', createdAt: '2026-03-10T12:00:00.000Z' },
      ],
    });
    const searchOutbox = async (body: Record<string, unknown>) =>
      (await portal.call(mail.search, { token: session, body })).body;
    expect(await searchOutbox({ keyword: 'A@CUSTOMER' })).toMatchObject({
      total: 1,
      items: [{ to: 'a@customer.example' }],
    });
    expect(await searchOutbox({ keyword: 'password was' })).toMatchObject({ total: 2 });
    expect(await searchOutbox({ keyword: '_@customer' })).toMatchObject({ total: 0 });
    expect(await searchOutbox({ state: 'sent' })).toMatchObject({ total: 0 });
    expect(await searchOutbox({ sort: { field: 'to', direction: 'asc' }, pageSize: 1 })).toMatchObject({
      total: 2,
      items: [{ to: 'a@customer.example' }],
    });
    await portal.database.transact((trx) => holdMail(trx, noon));
    expect(await searchOutbox({})).toMatchObject({ delivers: false });
  });

  test('the link in an e-mail is hidden from administrators when a mail server is configured', async () => {
    const { portal, outbox, session } = await openWithOutbox(kind, { delivers: true });
    await outbox.queue(letterWithLink);
    const response = await portal.call(mail.get, { token: session, params: { id: 1 } });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ kind: 'passwordReset', subject: 'Set a new password' });
    expect(JSON.stringify(response.body)).not.toContain(secret);
    expect(JSON.stringify(response.body)).toContain('/password/reset#token=hidden');
  });

  test('without a mail server an administrator sees the link in an e-mail, and the audit log has an entry about this', async () => {
    const { portal, outbox, session } = await openWithOutbox(kind);
    await outbox.queue(letterWithLink);
    const response = await portal.call(mail.get, { token: session, params: { id: 1 } });
    expect(response.body).toMatchObject({
      text: expect.stringContaining(secret),
      html: expect.stringContaining(secret),
    });
    const auditResponse = await portal.call(audit.search, { token: session, body: { action: 'mail.showLink' } });
    expect(auditResponse.body).toMatchObject({ total: 1, items: [{ subject: { kind: 'mail', id: '1' } }] });
    expect(JSON.stringify(auditResponse.body)).not.toContain(secret);
  });

  test('a failed e-mail is sent again with the same Message-ID, and a sent e-mail with a new Message-ID', async () => {
    const { portal, outbox, session, countWakes } = await openWithOutbox(kind, { delivers: true });
    await outbox.queue(createLetter());
    const [queued] = await outbox.rows();
    await portal.database.kysely
      .updateTable('outbox')
      .set({ state: 'failed', attempts: 13, error: 'no', nextAttemptAt: null })
      .execute();
    const sendResponse = await portal.call(mail.sendAgain, { token: session, params: { id: 1 } });
    expect(sendResponse.status).toBe(200);
    expect(sendResponse.body).toMatchObject({ mailId: 1, state: 'queued', attempts: 0, error: null });
    expect(countWakes()).toBe(1);

    const server = await openMailServer();
    await outbox.deliver(server.url);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'sent', sentAt: noon });
    await portal.call(mail.sendAgain, { token: session, params: { id: 1 } });
    await outbox.deliver(server.url);
    const messageIds = server.receivedMails.map(({ headers }) => headers.get('message-id'));
    expect(messageIds[0]).toBe(queued?.messageId);
    expect(messageIds[1]).not.toBe(messageIds[0]);
    const auditResponse = await portal.call(audit.search, { token: session, body: { action: 'mail.sendAgain' } });
    expect(auditResponse.body).toMatchObject({ total: 2 });
  });

  test('an e-mail to an invalid address fails at every new attempt', async () => {
    const { portal, outbox, session } = await openWithOutbox(kind, { delivers: true });
    await outbox.queue(createLetter({ to: 'a@x.example, b@x.example' }));
    await portal.call(mail.sendAgain, { token: session, params: { id: 1 } });
    const server = await openMailServer();
    await outbox.deliver(server.url);
    expect(server.receivedMails).toEqual([]);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'failed' });
  });

  test('one e-mail can be sent again at most five times an hour (T325)', async () => {
    const { portal, outbox, session } = await openWithOutbox(kind);
    await outbox.queue(createLetter());
    const sendAgain = () => portal.call(mail.sendAgain, { token: session, params: { id: 1 } });
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await sendAgain()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    portal.pass(hours(1));
    expect((await sendAgain()).status).toBe(200);
  });

  test('a licence shows the state of its e-mail', async () => {
    const { portal, outbox } = await openWithOutbox(kind);
    const ada = await addPerson(portal);
    const body = { verificationCode: createCode(createMachine('CAD-07')) };
    const issueResponse = await portal.call(licenses.issue, { token: ada.token, params: { id: ada.id }, body });
    const { licenseId } = license.parse(issueResponse.body);
    const licence = { licenseId, tool: 'Basics', machineName: 'CAD-07', expiryDate: '2027-03-10', code: 'BL-0001' };
    const file = { name: 'Basics_blue_CAD-07_2027-03-10.lic', content: '{"v":1}' };
    await outbox.queue({ ...createLetter(), kind: 'license', ...licence, file });
    const readMailState = async () =>
      (await portal.database.kysely.selectFrom('licenses').select('mailState').executeTakeFirstOrThrow()).mailState;
    expect(await readMailState()).toBe('queued');
    const server = await openMailServer();
    await outbox.deliver(server.url);
    expect(await readMailState()).toBe('sent');
    expect(server.receivedMails[0]?.sourceText).toContain('filename=Basics_blue_CAD-07_2027-03-10.lic');
    expect(server.receivedMails[0]?.sourceText).toContain(Buffer.from(file.content).toString('base64'));
  });

  test('a call for an unknown e-mail gets the status 404', async () => {
    const { portal, session } = await openWithOutbox(kind);
    for (const call of [mail.get, mail.sendAgain]) {
      const response = await portal.call(call, { token: session, params: { id: 99 } });
      expect([response.status, readProblemCode(response.body)]).toEqual([404, 'RESULTS_NOT_FOUND']);
    }
  });
});

test('only administrators can read the outbox and send from it', async () => {
  const portal = await openPortal(await createTestDatabase('SQLite'));
  const listStatuses = async (token: string | null) => [
    (await portal.call(mail.search, { token, body: {} })).status,
    (await portal.call(mail.get, { token, params: { id: 1 } })).status,
    (await portal.call(mail.sendAgain, { token, params: { id: 1 } })).status,
  ];
  expect(await listStatuses(null)).toEqual([401, 401, 401]);
  for (const profileId of [2, 3, 5, 6, 7, 8, 10, 13]) {
    const login = `p${profileId}@house.example`;
    await portal.addUser({ login, profileId });
    expect(await listStatuses(await portal.signIn(login)), login).toEqual([403, 403, 403]);
  }
});
