import { home } from '@basics/contract/home/home.ts';
import { session } from '@basics/contract/session/session.ts';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { days, hours, minutes } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { password, type Portal } from '#server/testing/portal.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

const sprayedPassword = 'Summer-Holiday-26';
let networkCount = 0;

type Attempt = { login: string; typedPassword?: string; cookie?: string };

/** Tries to sign in from a new network each time, so that attempts have nothing in common except the password. */
async function tryToSignIn(portal: Portal, { login, typedPassword = sprayedPassword, cookie }: Attempt) {
  networkCount += 1;
  const response = await portal.http.inject({
    method: session.signIn.method,
    url: `/core/api${session.signIn.path}`,
    payload: { login, password: typedPassword },
    remoteAddress: `10.${networkCount >> 8}.${networkCount & 255}.1`,
    headers: { ...(cookie !== undefined && { cookie }) },
  });
  await portal.settled();
  const [set] = [response.headers['set-cookie']].flat();
  return {
    status: response.statusCode,
    wait: response.headers['retry-after'],
    cookie: /^[^;]+/.exec(set ?? '')?.[0] ?? '',
  };
}

const createLogin = (userNumber: number): string => `user-${userNumber}@customer.example`;

/**
 * Tries `sprayedPassword` at the accounts from `firstUser` up to, but not including, `endUser`; returns the HTTP
 * statuses.
 */
async function spray(portal: Portal, firstUser: number, endUser: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = firstUser; index < endUser; index += 1)
    statuses.push((await tryToSignIn(portal, { login: createLogin(index) })).status);
  return statuses;
}

const findCounters = ({ database }: Portal) =>
  database.kysely.selectFrom('throttles').selectAll().where('key', 'like', 'wrong-password:%').execute();

describe.each(databases)('one password tried at many accounts (%s)', (kind) => {
  test('a password tried at many accounts is rate-limited, except on known devices, and administrators get one e-mail (T402)', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const readSprayingFigure = async (token: string): Promise<unknown> => Object((await portal.call(home.figures, { token })).body).spraying; // oxfmt-ignore
    await portal.addUser({ login: 'ada@customer.example' });
    expect(await readSprayingFigure(asRoot)).toBeNull();
    const { cookie } = await tryToSignIn(portal, { login: 'ada@customer.example', typedPassword: password });
    expect(await spray(portal, 0, 10)).toEqual(Array(10).fill(422));
    expect(await tryToSignIn(portal, { login: createLogin(10) })).toMatchObject({ status: 429, wait: '60' });
    expect((await tryToSignIn(portal, { login: createLogin(11), typedPassword: 'Another-Guess-1' })).status).toBe(422);
    const knownUser = { login: 'ada@customer.example', cookie };
    expect((await tryToSignIn(portal, knownUser)).status, 'a known device has its own counter').toBe(422);
    portal.pass(minutes(1));
    expect(await spray(portal, 12, 15), 'one attempt after the time to wait').toEqual([422, 429, 429]);
    expect(await listLetters(portal)).toEqual(['passwordSprayed to root@portal.example']);
    const { text } = await readNewestMail(portal, 'passwordSprayed');
    expect(text).toContain('One password was tried on 10 accounts');
    const auditQuery = selectAuditEntries(portal.database.kysely).select(['action', 'after', 'actorId']);
    expect(await auditQuery.where('action', '=', 'session.passwordSprayed').execute()).toEqual([
      { action: 'session.passwordSprayed', actorId: null, after: expect.stringContaining('"accounts":10') },
    ]);
    const sprayingReport = { passwords: 1, latest: new Date(portal.now() - minutes(1)).toISOString() };
    expect(
      [await readSprayingFigure(asRoot), await readSprayingFigure(asAda)],
      'at the home of administrators',
    ).toEqual([sprayingReport, null]);
    portal.pass(hours(1));
    expect(await spray(portal, 20, 22)).toEqual([422, 422]);
    portal.pass(days(7));
    expect(await readSprayingFigure(await portal.signIn('root@portal.example'))).toBeNull();
    await portal.close();
  });

  test('administrators get one e-mail an hour, and the audit log has an entry for each password', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    for (const typedPassword of ['Summer-Holiday-26', 'Winter-Holiday-26', 'Spring-Holiday-26'])
      for (let index = 0; index < 10; index += 1)
        await tryToSignIn(portal, { login: createLogin(index), typedPassword });
    expect(await listLetters(portal)).toEqual(['passwordSprayed to root@portal.example']);
    const { body } = await portal.call(home.figures, { token: asRoot });
    expect(body).toMatchObject({ spraying: { passwords: 3 } });
    portal.pass(hours(1));
    for (let index = 0; index < 10; index += 1) await tryToSignIn(portal, { login: createLogin(index) });
    expect(await listLetters(portal)).toHaveLength(2);
  });

  test('repeated attempts at one account count once, and correct passwords do not count', async () => {
    const { portal } = await openStaffedPortal(kind);
    for (let index = 0; index < 15; index += 1) {
      await portal.addUser({ login: createLogin(index) });
      expect((await tryToSignIn(portal, { login: createLogin(index), typedPassword: password })).status).toBe(200);
    }
    expect(await spray(portal, 100, 109)).toEqual(Array(9).fill(422));
    for (let index = 0; index < 3; index += 1) await tryToSignIn(portal, { login: createLogin(108) });
    expect(await spray(portal, 109, 110)).toEqual([422]);
    expect(await spray(portal, 110, 111), 'after ten accounts').toEqual([429]);
    await portal.close();
  });

  test('no password and no plain hash is stored, and the counters are deleted after two hours', async () => {
    const { portal } = await openStaffedPortal(kind);
    await spray(portal, 0, 11);
    const storedText = JSON.stringify(await findCounters(portal));
    expect(storedText).toContain('wrong-password:');
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(storedText).not.toContain(createHash('sha256').update(sprayedPassword).digest(encoding).slice(0, 8));
    expect(storedText).not.toContain(sprayedPassword);
    portal.pass(hours(2));
    const { database, now: clock } = portal;
    await purgeExpired({ database, clock, queueLetter: openOutbox(database).queueLetter });
    expect(await findCounters(portal)).toEqual([]);
    await portal.close();
  });

  test('at most 20,000 counters are stored, and a password is still found at many accounts when these are full', async () => {
    const { portal } = await openStaffedPortal(kind);
    const at = portal.now() - minutes(1);
    const rows = Array.from({ length: 20_000 }, (_, userNumber) => ({
      key: `wrong-password:flood-${userNumber}`,
      count: 1,
      windowStart: at,
      nextAllowedAt: at,
      lastAttemptAt: at,
    }));
    for (let index = 0; index < rows.length; index += 1000)
      await portal.database.kysely
        .insertInto('throttles')
        .values(rows.slice(index, index + 1000))
        .execute();
    expect(await spray(portal, 0, 10)).toEqual(Array(10).fill(422));
    expect(await spray(portal, 10, 11), 'after ten accounts').toEqual([429]);
    expect((await findCounters(portal)).length).toBeLessThan(20_000);
    await portal.close();
  });
});
