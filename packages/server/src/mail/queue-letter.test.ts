import { describe, expect, test } from 'vitest';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { createLetter, openOutbox } from '#server/testing/mail/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { openMailServer } from '#server/testing/mail/smtp.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';

const addUser = async (
  database: Awaited<ReturnType<typeof createTestDatabase>>,
  canReceiveMail: 0 | 1,
): Promise<number> => {
  const row = createUserRow({ login: `ada${canReceiveMail}@customer.example`, canReceiveMail });
  const { id } = await database.kysely.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
};

describe.each(databases)('e-mails that are added to the outbox (%s)', (kind) => {
  test('if a change is rolled back, the e-mail about the change is rolled back too (T472)', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const failingTransaction = database.transact(async (trx) => {
      await outbox.queueLetter(trx, createLetter());
      throw new Error('undone');
    });
    await expect(failingTransaction).rejects.toThrow('undone');
    expect(await outbox.rows()).toEqual([]);
  });

  test('the link in an e-mail is stored only encrypted, and the recipient gets the complete link (T474)', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const token = 'the-token-that-nobody-may-read';
    await outbox.queue({
      kind: 'passwordReset',
      to: 'ada@customer.example',
      userId: null,
      brandId: null,
      firstName: 'Ada',
      token,
      validUntil: noon,
    });
    expect(JSON.stringify(await outbox.rows())).not.toContain(token);
    expect((await outbox.rows())[0]?.text).toContain('/password/reset#token=hidden');
    expect((await readNewestMail({ database }, 'passwordReset')).token).toBe(token);

    const server = await openMailServer();
    await outbox.deliver(server.url);
    expect(server.receivedMails[0]?.sourceText.replaceAll('=\r\n', '')).toContain(`/password/reset#token=3D${token}`);
  });

  test('an e-mail whose link was encrypted with another key fails, and is not sent without the link', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const server = await openMailServer();
    await outbox.queue({ ...createLetter(), kind: 'passwordReset', token: 'abc', validUntil: noon });
    await database.kysely
      .updateTable('outbox')
      .set({ sealed: 'c29tZXRoaW5nIGVsc2UgdGhhdCBpcyBsb25nIGVub3VnaA' })
      .execute();
    await outbox.deliver(server.url);
    expect(server.receivedMails).toEqual([]);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'failed' });
  });

  test.each([
    'a@x.example, b@x.example',
    'a@x.example;b@x.example',
    'a@x.example\r\nBcc: b@x.example',
    'Ada <a@x.example>',
    'a@x.example\u0000',
    '"a,b"@x.example',
    'undisclosed:a@x.example;',
    '',
  ])('%j is not one address: the e-mail fails, and the change that it reports is kept (T471)', async (to) => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const server = await openMailServer();
    await outbox.queue(createLetter({ to }));
    await outbox.deliver(server.url);
    expect(server.receivedMails).toEqual([]);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'failed' });
  });

  test('line breaks in a name cannot add a header to an e-mail (T473)', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const server = await openMailServer();
    await database.kysely
      .insertInto('users')
      .values(createUserRow({ login: 'ada@customer.example' }))
      .execute();
    const nameWithLineBreaks = 'Ada\r\nBcc: b@x.example\r\n\r\n<h1>x</h1>';
    await outbox.queue({
      ...createLetter(),
      kind: 'newRequest',
      requestId: 1,
      applicant: { userId: 1, name: nameWithLineBreaks, login: nameWithLineBreaks, company: nameWithLineBreaks },
      country: 'NO',
      tool: 'Basics',
      reason: nameWithLineBreaks,
    });
    await outbox.deliver(server.url);
    expect(server.receivedMails[0]?.to).toEqual(['ada@customer.example']);
    expect([...(server.receivedMails[0]?.headers.keys() ?? [])].toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ]);
  });

  test('only users who can receive mail get a reminder, and all users get an e-mail about their account', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    for (const canReceiveMail of [0, 1] as const) {
      const userId = await addUser(database, canReceiveMail);
      const licence = {
        tool: 'Basics',
        machineName: 'CAD-07',
        expiryDate: '2026-03-17',
        daysLeft: 7,
        endsWithGrant: false,
        acceptedUntil: '2026-03-31',
        licenseId: 1,
      };
      await outbox.queue({ ...createLetter({ userId }), kind: 'licenseEnds', ...licence });
      await outbox.queue(createLetter({ userId }));
    }
    expect((await outbox.rows()).map((row) => row.kind)).toEqual(['passwordChanged', 'licenseEnds', 'passwordChanged']);
  });

  test('an e-mail that needs consent is deleted, and not sent, if the user has opted out while the e-mail was queued', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const userId = await addUser(database, 1);
    const note = { releaseId: 1, title: 'News', version: '2.0', summary: 'News' };
    await outbox.queue({ ...createLetter({ userId }), kind: 'releaseNews', ...note });
    await outbox.queue(createLetter({ userId }));
    await database.kysely.updateTable('users').set({ canReceiveMail: 0 }).where('id', '=', userId).execute();
    const server = await openMailServer();
    await outbox.deliver(server.url);
    expect(server.receivedMails.map(({ headers }) => headers.get('subject'))).toEqual(['Your password was changed']);
    expect((await outbox.rows()).map((row) => [row.kind, row.state])).toEqual([['passwordChanged', 'sent']]);
  });

  test('an e-mail to a user without a brand has the default brand', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    await outbox.queue({ ...createLetter(), brandId: null });
    expect((await outbox.rows())[0]).toMatchObject({ brandId: 'blue' });
  });
});
