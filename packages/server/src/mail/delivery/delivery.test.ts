import { describe, expect, test } from 'vitest';
import { hours, minutes, days } from '#server/platform/clock/clock.ts';
import {
  databases,
  createTestDatabase,
  createTestLocation,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import { createLetter, openMail, openOutbox } from '#server/testing/mail/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { openMailServer, createRefusingBehaviour } from '#server/testing/mail/smtp.ts';
import { maxAttempts, computeWaitMs } from './mail-fault.ts';
import { holdMail, leaseLetter, releaseMail, storeResult } from '../outbox.repository.ts';

describe.each(databases)('the delivery of e-mails (%s)', (kind) => {
  test('an e-mail is delivered once, with its headers, a text part and an HTML part', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const server = await openMailServer();
    await outbox.queue(createLetter());
    await outbox.deliver(server.url);
    await outbox.deliver(server.url);

    expect(server.receivedMails).toHaveLength(1);
    const [mail] = server.receivedMails;
    const [row] = await outbox.rows();
    expect(mail?.from).toBe('no-reply@basics-blue.example');
    expect(mail?.to).toEqual(['ada@customer.example']);
    expect(mail?.headers.get('from')).toBe('Basics Blue <no-reply@basics-blue.example>');
    expect(mail?.headers.get('to')).toBe('ada@customer.example');
    expect(mail?.headers.get('reply-to')).toBe('support@basics-blue.example');
    expect(mail?.headers.get('subject')).toBe('Your password was changed');
    expect(mail?.headers.get('message-id')).toBe(row?.messageId);
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.headers.get('content-type')).toContain('multipart/alternative');
    expect(mail?.sourceText).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail?.sourceText).toContain('Content-Type: text/html; charset=utf-8');
    expect(mail?.sourceText).toMatch(/Content-ID: <brand-mark>[^]*iVBORw0KGgo/);
    expect(row).toMatchObject({ state: 'sent', attempts: 1, error: null, nextAttemptAt: null });
  });

  test.each([
    ['1 hour', hours(1)],
    ['80 years', hours(80 * 365 * 24)],
  ])(
    'when a clock that was %s ahead is corrected, new e-mails and those that failed before are sent at once',
    async (_, aheadMs) => {
      const outbox = openOutbox(await createTestDatabase(kind));
      const stoppedServer = await openMailServer();
      await stoppedServer.close();
      outbox.pass(aheadMs);
      await outbox.queue(createLetter());
      await outbox.deliver(stoppedServer.url);
      await outbox.queue(createLetter({ to: 'second@customer.example' }));
      outbox.pass(-aheadMs);
      const server = await openMailServer();
      await outbox.deliver(server.url);
      expect(server.receivedMails).toHaveLength(2);
    },
  );

  test('MAIL_FROM replaces the sender address of the brand, but not its name; domains are sent in ASCII', async () => {
    const outbox = openOutbox(await createTestDatabase(kind), {
      mailFrom: { name: '', address: 'portal@büro.example' },
    });
    const server = await openMailServer();
    await outbox.queue(createLetter({ brandId: 'red', to: 'anna@müller.example' }));
    await outbox.deliver(server.url);
    const [received] = server.receivedMails;
    expect(received?.headers.get('from')).toBe('Basics Red <portal@xn--bro-hoa.example>');
    expect(received?.headers.get('to')).toBe('anna@xn--mller-kva.example');
  });

  test('e-mails stay queued while the mail server is down, and all 100 arrive when the server is up again (T462)', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const stoppedServer = await openMailServer();
    await stoppedServer.close();
    for (let count = 0; count < 100; count += 1) await outbox.queue(createLetter({ to: `a${count}@customer.example` }));
    await outbox.deliver(stoppedServer.url);
    const queuedRows = await outbox.rows();
    expect(queuedRows.every(({ state }) => state === 'queued')).toBe(true);
    // After the first failures, the mail worker assumes that the server is down, and does not try to send the other
    // e-mails.
    expect(queuedRows.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(4);

    const restartedServer = await openMailServer({}, stoppedServer.port);
    outbox.pass(minutes(2));
    await outbox.deliver(restartedServer.url);
    expect(new Set(restartedServer.receivedMails.flatMap(({ to }) => to)).size).toBe(100);
    expect(restartedServer.receivedMails).toHaveLength(100);
    expect((await outbox.rows()).every(({ state }) => state === 'sent')).toBe(true);
  });

  test('a mail server that never answers delays an e-mail, but does not block writes to the database', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const silentServer = await openMailServer({ onConnect: () => {} });
    await outbox.queue(createLetter());
    const delivery = outbox.deliver(silentServer.url, 300);
    await outbox.queue(createLetter({ to: 'second@customer.example' }));
    await delivery;
    const rows = await outbox.rows();
    expect(rows.map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(rows[0]?.error).toMatch(/greeting|timeout/i);
  });

  test('a slow mail server gets each e-mail once, and the database can be written meanwhile', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const connection = Promise.withResolvers<void>();
    const delayedResponses: (() => void)[] = [];
    const slowServer = await openMailServer({
      onRcptTo: (_address, _session, done) => {
        connection.resolve();
        if (delayedResponses.push(done) > 1) done();
      },
    });
    await outbox.queue(createLetter());
    const delivery = outbox.deliver(slowServer.url);
    await connection.promise;
    await outbox.queue(createLetter({ to: 'second@customer.example' }));
    expect((await outbox.rows()).map(({ state }) => state)).toEqual(['sending', 'queued']);
    delayedResponses[0]?.();
    await delivery;
    await outbox.deliver(slowServer.url);
    expect(slowServer.receivedMails.flatMap(({ to }) => to)).toEqual([
      'ada@customer.example',
      'second@customer.example',
    ]);
    expect((await outbox.rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ]);
  });

  test('e-mails stay queued if the mail server refuses the connection with 421', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const refusingServer = await openMailServer({
      onConnect: (_session, done) => done(Object.assign(new Error('Come back later'), { responseCode: 421 })),
    });
    await outbox.queue(createLetter());
    await outbox.deliver(refusingServer.url);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
  });

  test('an e-mail that the mail server refuses temporarily is sent again later, and an e-mail that it refuses permanently is not sent again', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const temporaryRefusal = await openMailServer(createRefusingBehaviour(451));
    await outbox.queue(createLetter());
    await outbox.deliver(temporaryRefusal.url);
    const [queuedRows] = await outbox.rows();
    expect(queuedRows).toMatchObject({ state: 'queued', attempts: 1 });
    expect(queuedRows?.error).toContain('No such mailbox here');

    const permanentRefusal = await openMailServer(createRefusingBehaviour(550));
    await outbox.deliver(permanentRefusal.url);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
    outbox.pass(minutes(2));
    await outbox.deliver(permanentRefusal.url);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'failed', attempts: 2, nextAttemptAt: null });
  });

  test('after a mail server has said that it is busy, no portal sends for a minute; an e-mail that a person waits for is sent first', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const busyServer = await openMailServer(createRefusingBehaviour(450, '4.7.1 Rate limit 200 a minute'));
    for (let count = 0; count < 20; count += 1) await outbox.queue(createLetter({ to: `a${count}@customer.example` }));
    await outbox.deliver(busyServer.url);
    const attempts = async () => (await outbox.rows()).reduce((sum, row) => sum + row.attempts, 0);
    const refused = await attempts();
    expect(refused).toBeLessThanOrEqual(4);
    const otherPortal = openOutbox(database);
    await otherPortal.deliver(busyServer.url);
    expect(await attempts()).toBe(refused);
    const link = { kind: 'passwordReset', token: 'abc', validUntil: noon } as const;
    await outbox.queue({ ...createLetter({ to: 'waiting@customer.example' }), ...link });
    outbox.pass(minutes(1));
    const server = await openMailServer();
    await outbox.deliver(server.url);
    const [first, ...others] = server.receivedMails.map(({ to }) => to[0]);
    expect([first, ...others].slice(0, 4)).toContain('waiting@customer.example');
    expect(others.length).toBeGreaterThanOrEqual(20 - refused);
  });

  test('with MAIL_RATE=1, all portals together send one e-mail a minute', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database, { mailRate: 1 });
    const server = await openMailServer();
    for (let count = 0; count < 3; count += 1) await outbox.queue(createLetter({ to: `a${count}@customer.example` }));
    await outbox.deliver(server.url);
    await openOutbox(database, { mailRate: 1 }).deliver(server.url);
    expect(server.receivedMails).toHaveLength(1);
    outbox.pass(minutes(1));
    await outbox.deliver(server.url);
    expect(server.receivedMails).toHaveLength(2);
  });

  test('an e-mail that is refused temporarily at every attempt fails in the end', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const server = await openMailServer(createRefusingBehaviour(451));
    await outbox.queue(createLetter());
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await outbox.deliver(server.url);
      outbox.pass(hours(8));
    }
    expect((await outbox.rows())[0]).toMatchObject({ state: 'failed', attempts: maxAttempts });
  });

  test('an e-mail is sent again when the response of the mail server is lost', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const cuttingServer = await openMailServer({ cutsAfterData: true });
    await outbox.queue(createLetter());
    await outbox.deliver(cuttingServer.url);
    expect(cuttingServer.receivedMails).toHaveLength(1);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });

    const server = await openMailServer();
    outbox.pass(minutes(2));
    await outbox.deliver(server.url);
    const ids = [...cuttingServer.receivedMails, ...server.receivedMails].map(({ headers }) =>
      headers.get('message-id'),
    );
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('two processes deliver each e-mail once', async () => {
    const location = await createTestLocation(kind);
    const [firstDatabase, secondDatabase] = await Promise.all([
      openWithLongTimeouts(location),
      openWithLongTimeouts(location),
    ]);
    try {
      const firstOutbox = openOutbox(firstDatabase);
      const secondOutbox = openOutbox(secondDatabase);
      const server = await openMailServer();
      for (let count = 0; count < 40; count += 1)
        await firstOutbox.queue(createLetter({ to: `a${count}@customer.example` }));
      await Promise.all([firstOutbox.deliver(server.url), secondOutbox.deliver(server.url)]);
      expect(server.receivedMails.flatMap(({ to }) => to).toSorted()).toEqual(
        Array.from({ length: 40 }, (_, count) => `a${count}@customer.example`).toSorted(),
      );
    } finally {
      await Promise.all([firstDatabase.close(), secondDatabase.close()]);
    }
  });

  test('an e-mail that a process leased and did not send is sent after the lease expires', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const server = await openMailServer();
    await outbox.queue(createLetter());
    await database.transact((trx) => leaseLetter(trx, noon, noon + minutes(2)));
    await outbox.deliver(server.url);
    expect(server.receivedMails).toHaveLength(0);
    outbox.pass(minutes(2));
    await outbox.deliver(server.url);
    expect(server.receivedMails).toHaveLength(1);
  });

  test('a process whose lease has expired does not overwrite the result of the process that leased the e-mail next', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    await outbox.queue(createLetter());
    const leaseLetterAt = (now: number) => database.transact((trx) => leaseLetter(trx, now, now + minutes(2)));
    const [first, second] = [await leaseLetterAt(noon), await leaseLetterAt(noon + minutes(2))];
    const storeResultOf = (letter: typeof first, result: Parameters<typeof storeResult>[2]) =>
      database.transact(async (trx) => letter && storeResult(trx, letter, result));
    await storeResultOf(first, { state: 'failed', error: 'too late' });
    expect((await outbox.rows())[0]).toMatchObject({ state: 'sending', error: null });
    await storeResultOf(second, { state: 'sent', sentAt: noon });
    expect((await outbox.rows())[0]).toMatchObject({ state: 'sent', error: null });
  });

  test('no e-mail is sent while e-mails are held, until an operator releases them (T463)', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const server = await openMailServer();
    await database.transact((trx) => holdMail(trx, 0));
    await outbox.queue(createLetter());
    await outbox.deliver(server.url);
    expect(server.receivedMails).toHaveLength(0);
    await database.transact((trx) => releaseMail(trx));
    await outbox.deliver(server.url);
    expect(server.receivedMails).toHaveLength(1);
  });

  test('an e-mail is sent as soon as its transaction commits, and after a stop no e-mail is sent', async () => {
    const database = await createTestDatabase(kind);
    const server = await openMailServer();
    const mail = openMail(database, server.url);
    mail.start();
    await database.transact((trx) => mail.queueLetter(trx, createLetter({ to: 'first@customer.example' })));
    await expect.poll(() => server.receivedMails.length).toBe(1);
    await mail.stop();
    await database.transact((trx) => mail.queueLetter(trx, createLetter({ to: 'second@customer.example' })));
    const states = await database.kysely.selectFrom('outbox').select('state').orderBy('id').execute();
    expect(states.map(({ state }) => state)).toEqual(['sent', 'queued']);
  });
});

const middleFraction = 0.5;

test('the wait before the second attempt to send an e-mail is one minute; each later wait is three times as long, up to six hours', () => {
  const waitTimes = [1, 2, 3, 7, 12].map((attempt) => computeWaitMs(attempt, middleFraction));
  expect(waitTimes).toEqual([minutes(1), minutes(3), minutes(9), hours(6), hours(6)]);
});

test('the random part changes the time between two attempts by at most a fifth', () => {
  expect([computeWaitMs(1, 0), computeWaitMs(1, 1)]).toEqual([48_000, 72_000]);
});

test('all attempts to send an e-mail together take about two days', () => {
  const waitTimes = Array.from({ length: maxAttempts - 1 }, (_, index) => computeWaitMs(index + 1, middleFraction));
  const totalMs = waitTimes.reduce((sum, waitTime) => sum + waitTime, 0);
  expect(totalMs).toBeGreaterThan(days(1.5));
  expect(totalMs).toBeLessThan(days(2.5));
});
