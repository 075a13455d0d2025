import { describe, expect, test } from 'vitest';
import { hours, minutes } from '#server/platform/clock.ts';
import { databases, createTestDatabase, createTestLocation, openWithLongTimeouts } from '#server/testing/databases.ts';
import { createLetter, openMail, openOutbox } from '#server/testing/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { openMailServer, createRefusal } from '#server/testing/smtp.ts';
import { maxAttempts } from './backoff.ts';
import { holdMail, leaseLetter, releaseMail, settleLetter } from './outbox.repository.ts';

describe.each(databases)('%s', (kind) => {
  test('a letter is delivered once, with its headers and both parts', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const server = await openMailServer();
    await outbox.queue(createLetter());
    await outbox.deliver(server.url);
    await outbox.deliver(server.url);

    expect(server.arrived).toHaveLength(1);
    const [mail] = server.arrived;
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
    expect(mail?.source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail?.source).toContain('Content-Type: text/html; charset=utf-8');
    expect(row).toMatchObject({ state: 'sent', attempts: 1, error: null, nextAttemptAt: null });
  });

  test.each([
    ['1 hour', hours(1)],
    ['80 years', hours(80 * 365 * 24)],
  ])('letters are sent at once, new or tried before, when a clock that was %s ahead is corrected', async (_, ahead) => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const gone = await openMailServer();
    await gone.close();
    outbox.pass(ahead);
    await outbox.queue(createLetter());
    await outbox.deliver(gone.url);
    await outbox.queue(createLetter({ to: 'second@customer.example' }));
    outbox.pass(-ahead);
    const server = await openMailServer();
    await outbox.deliver(server.url);
    expect(server.arrived).toHaveLength(2);
  });

  test('MAIL_FROM replaces the address of the brand, and the name of the brand stays', async () => {
    const outbox = openOutbox(await createTestDatabase(kind), {
      mailFrom: { name: '', address: 'portal@example.com' },
    });
    const server = await openMailServer();
    await outbox.queue(createLetter({ brandId: 'red' }));
    await outbox.deliver(server.url);
    expect(server.arrived[0]?.headers.get('from')).toBe('Basics Red <portal@example.com>');
  });

  test('letters stay queued while the mail server is down, and all 100 arrive when it is back', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const gone = await openMailServer();
    await gone.close();
    for (let count = 0; count < 100; count += 1) await outbox.queue(createLetter({ to: `a${count}@customer.example` }));
    await outbox.deliver(gone.url);
    const waiting = await outbox.rows();
    expect(waiting.every(({ state }) => state === 'queued')).toBe(true);
    // One check finds the server down; the other checks must not try it.
    expect(waiting.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(4);

    const back = await openMailServer({}, gone.port);
    outbox.pass(minutes(2));
    await outbox.deliver(back.url);
    expect(new Set(back.arrived.flatMap(({ to }) => to)).size).toBe(100);
    expect(back.arrived).toHaveLength(100);
    expect((await outbox.rows()).every(({ state }) => state === 'sent')).toBe(true);
  });

  test('a mail server that never answers delays a letter, but does not block database writes', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const silent = await openMailServer({ onConnect: () => {} });
    await outbox.queue(createLetter());
    const delivering = outbox.deliver(silent.url, 300);
    await outbox.queue(createLetter({ to: 'second@customer.example' }));
    await delivering;
    const rows = await outbox.rows();
    expect(rows.map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(rows[0]?.error).toMatch(/greeting|timeout/i);
  });

  test('a slow mail server gets each letter once, and database writes continue meanwhile', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const connected = Promise.withResolvers<void>();
    const thinking: (() => void)[] = [];
    const slow = await openMailServer({
      onRcptTo: (_address, _session, done) => {
        connected.resolve();
        if (thinking.push(done) > 1) done();
      },
    });
    await outbox.queue(createLetter());
    const delivering = outbox.deliver(slow.url);
    await connected.promise;
    await outbox.queue(createLetter({ to: 'second@customer.example' }));
    expect((await outbox.rows()).map(({ state }) => state)).toEqual(['sending', 'queued']);
    thinking[0]?.();
    await delivering;
    await outbox.deliver(slow.url);
    expect(slow.arrived.flatMap(({ to }) => to)).toEqual(['ada@customer.example', 'second@customer.example']);
    expect((await outbox.rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ]);
  });

  test('a mail server that refuses the login leaves the letters queued', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const closed = await openMailServer({
      onConnect: (_session, done) => done(Object.assign(new Error('Come back later'), { responseCode: 421 })),
    });
    await outbox.queue(createLetter());
    await outbox.deliver(closed.url);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
  });

  test('a temporary refusal is retried later, a permanent one is not', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const later = await openMailServer(createRefusal(451));
    await outbox.queue(createLetter());
    await outbox.deliver(later.url);
    const [waiting] = await outbox.rows();
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1 });
    expect(waiting?.error).toContain('No such mailbox here');

    const never = await openMailServer(createRefusal(550));
    await outbox.deliver(never.url);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
    outbox.pass(minutes(2));
    await outbox.deliver(never.url);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'failed', attempts: 2, nextAttemptAt: null });
  });

  test('a letter that is refused temporarily at every attempt fails in the end', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const server = await openMailServer(createRefusal(451));
    await outbox.queue(createLetter());
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await outbox.deliver(server.url);
      outbox.pass(hours(8));
    }
    expect((await outbox.rows())[0]).toMatchObject({ state: 'failed', attempts: maxAttempts });
  });

  test('an e-mail is sent again when the server’s answer to it is lost', async () => {
    const outbox = openOutbox(await createTestDatabase(kind));
    const cutting = await openMailServer({ cutsAfterData: true });
    await outbox.queue(createLetter());
    await outbox.deliver(cutting.url);
    expect(cutting.arrived).toHaveLength(1);
    expect((await outbox.rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });

    const server = await openMailServer();
    outbox.pass(minutes(2));
    await outbox.deliver(server.url);
    const ids = [...cutting.arrived, ...server.arrived].map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('two processes deliver each letter once', async () => {
    const place = await createTestLocation(kind);
    const [one, two] = await Promise.all([openWithLongTimeouts(place), openWithLongTimeouts(place)]);
    try {
      const first = openOutbox(one);
      const second = openOutbox(two);
      const server = await openMailServer();
      for (let count = 0; count < 40; count += 1) await first.queue(createLetter({ to: `a${count}@customer.example` }));
      await Promise.all([first.deliver(server.url), second.deliver(server.url)]);
      expect(server.arrived.flatMap(({ to }) => to).toSorted()).toEqual(
        Array.from({ length: 40 }, (_, count) => `a${count}@customer.example`).toSorted(),
      );
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  });

  test('a letter that a process leased and never finished is sent after the lease expires', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const server = await openMailServer();
    await outbox.queue(createLetter());
    await database.transact((trx) => leaseLetter(trx, noon, noon + minutes(2)));
    await outbox.deliver(server.url);
    expect(server.arrived).toHaveLength(0);
    outbox.pass(minutes(2));
    await outbox.deliver(server.url);
    expect(server.arrived).toHaveLength(1);
  });

  test('a process whose lease has expired does not overwrite the result of the process that leased the letter next', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    await outbox.queue(createLetter());
    const lease = (now: number) => database.transact((trx) => leaseLetter(trx, now, now + minutes(2)));
    const [first, second] = [await lease(noon), await lease(noon + minutes(2))];
    const settle = (letter: typeof first, settled: Parameters<typeof settleLetter>[2]) =>
      database.transact(async (trx) => letter && settleLetter(trx, letter, settled));
    await settle(first, { state: 'failed', error: 'too late' });
    expect((await outbox.rows())[0]).toMatchObject({ state: 'sending', error: null });
    await settle(second, { state: 'sent', sentAt: noon });
    expect((await outbox.rows())[0]).toMatchObject({ state: 'sent', error: null });
  });

  test('held mail is not sent until it is released', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const server = await openMailServer();
    await database.transact((trx) => holdMail(trx, 0));
    await outbox.queue(createLetter());
    await outbox.deliver(server.url);
    expect(server.arrived).toHaveLength(0);
    await database.transact((trx) => releaseMail(trx));
    await outbox.deliver(server.url);
    expect(server.arrived).toHaveLength(1);
  });

  test('a letter is sent as soon as its transaction commits, and stop ends the delivery rounds', async () => {
    const database = await createTestDatabase(kind);
    const server = await openMailServer();
    const mail = openMail(database, server.url);
    mail.start();
    await database.transact((trx) => mail.queueLetter(trx, createLetter({ to: 'first@customer.example' })));
    await expect.poll(() => server.arrived.length, { timeout: 60_000 }).toBe(1);
    await mail.stop();
    await database.transact((trx) => mail.queueLetter(trx, createLetter({ to: 'second@customer.example' })));
    const states = await database.kysely.selectFrom('outbox').select('state').orderBy('id').execute();
    expect(states.map(({ state }) => state)).toEqual(['sent', 'queued']);
  });
});
