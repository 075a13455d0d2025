import { apiBase } from '@basics/contract/calls/limits.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import { createPasswords } from './passwords.ts';
import { Problem, problem } from '#server/platform/problem.ts';

const passwords = await createPasswords();

describe('storing and comparing a password', () => {
  test('a password is stored as argon2id with the parameters of OWASP and its own salt (T536)', async () => {
    const [one, two] = [await passwords.hash('Quartz-Lantern-27'), await passwords.hash('Quartz-Lantern-27')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect([
      await passwords.matches(one, 'Quartz-Lantern-27'),
      await passwords.matches(two, 'Quartz-Lantern-27'),
    ]).toEqual([true, true]);
  });

  test('a hash that was created with a lower cost is reported as outdated', async () => {
    const cheaperPasswords = await createPasswords({ cost: { memoryCost: 8192, timeCost: 2, parallelism: 1 } });
    const [old, today] = [await cheaperPasswords.hash('Quartz-Lantern-27'), await passwords.hash('Quartz-Lantern-27')];
    expect([passwords.isOutdated(old), passwords.isOutdated(today)]).toEqual([true, false]);
  });

  test('passwords that differ only after 72 bytes are different passwords (T538)', async () => {
    const sharedPrefix = 'x'.repeat(72);
    const storedHash = await passwords.hash(`${sharedPrefix}a`);
    expect([
      await passwords.matches(storedHash, `${sharedPrefix}a`),
      await passwords.matches(storedHash, `${sharedPrefix}b`),
      await passwords.matches(storedHash, sharedPrefix),
    ]).toEqual([true, false, false]);
  });

  test.each([
    ['emoji', '🔑🦉 Ünïcødé 密码 1A'],
    ['128 characters', 'Aa1!'.repeat(32)],
    ['spaces inside and around', ' a long pass phrase '],
    ['NUL', 'a\0b'],
  ])('a password may contain %s', async (_, password) => {
    const storedHash = await passwords.hash(password);
    expect([
      await passwords.matches(storedHash, password),
      await passwords.matches(storedHash, password.slice(0, -1)),
    ]).toEqual([true, false]);
    expect(await passwords.matches(await passwords.hash('a'), 'a\0b')).toBe(false);
  });

  test('a password that another keyboard writes with another Unicode composition is accepted as the same password', async () => {
    const storedHash = await passwords.hash('Zoë-Ångström-1'.normalize('NFC'));
    expect(await passwords.matches(storedHash, 'Zoë-Ångström-1'.normalize('NFD'))).toBe(true);
    expect(await passwords.matches(storedHash, 'Zoe-Angstrom-1')).toBe(false);
  });

  test('the hash of an unknown account matches no password', async () => {
    expect(await passwords.matches(null, 'a password that nobody has')).toBe(false);
  });
});

describe('the queue of password checks', () => {
  const queueThreads = Math.max(1, availableParallelism() - 1);

  test('when the queue of password checks is full, the next check is refused at once (T540)', async () => {
    const limitedPasswords = await createPasswords({ maxWaiting: 3 });
    const checks = Array.from({ length: queueThreads + 5 }, () => limitedPasswords.matches(null, 'x'));
    expect(() => limitedPasswords.requireQueueCapacity()).toThrow(problem('BUSY').message);
    const all = await Promise.allSettled(checks);
    expect(() => limitedPasswords.requireQueueCapacity()).not.toThrow();
    const rejections = all.filter((rejection) => rejection.status === 'rejected').map(({ reason }) => reason);
    expect(rejections).toHaveLength(2);
    for (const rejection of rejections) expect(rejection).toMatchObject({ code: 'BUSY', retryAfterSeconds: 5 });
    expect(rejections.every((rejection) => rejection instanceof Problem)).toBe(true);
    expect(await limitedPasswords.matches(null, 'x'), 'and has room again').toBe(false);
  });

  test('the queue of password checks continues after a check that throws an error', async () => {
    const limitedPasswords = await createPasswords({ maxWaiting: 1 });
    await expect(limitedPasswords.matches('not a hash', 'x')).rejects.toThrow();
    expect(await limitedPasswords.matches(null, 'x')).toBe(false);
  });

  test('while passwords are checked, the event loop continues to run other work (T541)', async () => {
    const hashState = { isDone: false };
    const all = Array.from({ length: 10 }, () => passwords.matches(null, 'x'));
    void Promise.all(all).then(() => (hashState.isDone = true));
    let eventLoopTurns = 0;
    for (; !hashState.isDone; eventLoopTurns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(eventLoopTurns).toBeGreaterThan(10);
  });
});

describe('password checks over HTTP', () => {
  test('too many simultaneous sign-ins get 503 with Retry-After, and other calls are answered meanwhile (T539)', async () => {
    const database = await createTestDatabase('SQLite');
    const portal = await openPortal(database, { passwords: await createPasswords({ maxWaiting: 4 }) });
    const ada = await addPerson(portal);
    let answeredCount = 0;
    const signInCalls = Array.from({ length: 30 }, async (_, at) => {
      const response = await portal.http.inject({
        method: 'POST',
        url: apiBase + session.signIn.path,
        payload: { login: `user-${at}@customer.example`, password: 'x' },
      });
      answeredCount += 1;
      return {
        status: response.statusCode,
        code: readProblemCode(response.json()),
        wait: response.headers['retry-after'],
      };
    });
    expect((await portal.call(users.current, { token: ada.token })).status).toBe(200);
    expect(answeredCount, 'the call did not wait for the sign-ins').toBeLessThan(30);
    const answers = await Promise.all(signInCalls);
    expect(answers.filter(({ status }) => status === 503)).toEqual(
      Array.from({ length: 30 - 4 - Math.max(1, availableParallelism() - 1) }, () => ({
        status: 503,
        code: 'BUSY',
        wait: '5',
      })),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4 + Math.max(1, availableParallelism() - 1));
    await portal.close();
  });

  test('a password of more than 1024 characters gets an error at its field, and is not hashed (T537)', async () => {
    let hashCount = 0;
    const countingPasswords = { ...passwords, matches: () => Promise.resolve((hashCount += 1) < 0) };
    const portal = await openPortal(await createTestDatabase('SQLite'), { passwords: countingPasswords });
    const signInWith = (typedPassword: string) =>
      portal.call(session.signIn, { body: { login: 'ada@customer.example', password: typedPassword } });
    expect(await signInWith('x'.repeat(1025))).toMatchObject({
      status: 422,
      body: { code: 'INVALID', fields: { password: 'Enter at most 1,024 characters.' } },
    });
    expect(hashCount).toBe(0);
    expect((await signInWith('x'.repeat(1024))).status).toBe(422);
    expect(hashCount).toBe(1);
    await portal.close();
  });
});
