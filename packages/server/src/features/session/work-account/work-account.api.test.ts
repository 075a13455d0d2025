import { session } from '@basics/contract/session/session.ts';
import { workAccounts } from '@basics/contract/session/work-account.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { createTestDatabase, databases, defaultDatabases } from '#server/testing/database/databases.ts';
import { openHonestProvider } from '#server/testing/identity-providers/honest-provider.ts';
import {
  answerSignIn,
  fetchResult,
  openWorkSignIn,
  type SignInResult,
} from '#server/testing/identity-providers/sign-in-with-work-account.ts';
import { openPortal, password, readProblemCode, readToken } from '#server/testing/portal.ts';
import { createSession } from '#server/testing/records/people.ts';

const publicUrl = 'http://localhost:3000';
const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: [] };

describe.each(databases)('work accounts (%s)', (kind) => {
  test('staff connect a work account with their password once, then sign in with it, until an administrator disconnects it (T651)', async () => {
    const provider = await openHonestProvider(publicUrl);
    const portal = await openPortal(await createTestDatabase(kind), {
      config: { ...config, identityProvider: { ...provider.settings, isRequired: true } },
      secondFactorPolicy: 'staff',
    });
    const adaId = await portal.addUser({ login: 'ada@staff.example', profileId: 2 });
    const rootId = await portal.addUser({ login: 'root@staff.example', profileId: 1 });
    const customerId = await portal.addUser({ login: 'customer@customer.example' });
    const asRoot = async () =>
      createSession(portal, { id: rootId, login: 'root@staff.example', profileID: 1 }, { byWorkAccount: true });
    const signInAt = async (name: string, path?: string) => {
      const opened = await openWorkSignIn(portal, path);
      if (typeof opened === 'string') throw new Error(opened);
      return answerSignIn(portal, await provider.signInAt(opened.url.href, name), opened.cookie);
    };
    const byPassword = (login: string, result: SignInResult | null = null, typed = password) =>
      portal.call(session.signIn, {
        body: { login, password: typed, ...(result && { workAccount: result.token }) },
        headers: { cookie: result?.cookie ?? '' },
      });

    // A password alone is not enough for staff; customers are not concerned.
    expect(readProblemCode((await byPassword('ada@staff.example')).body)).toBe('WORK_ACCOUNT_REQUIRED');
    expect((await byPassword('customer@customer.example')).status).toBe(200);

    const connecting = await signInAt('ada');
    expect(await fetchResult(portal, connecting)).toEqual({ problem: 'WORK_ACCOUNT_NOT_CONNECTED' });
    const wrong = await byPassword('ada@staff.example', connecting, 'Wrong-Password-1');
    expect(readProblemCode(wrong.body)).toBe('WRONG_CREDENTIALS');
    expect((await byPassword('ada@staff.example', connecting)).status).toBe(200);

    // The session needs no second step of the portal, and so does a session that continues it.
    const result = await fetchResult(portal, await signInAt('ada', '/users?keyword=x'));
    if (!('token' in result)) throw new Error(result.problem);
    const { token } = result;
    const current = await portal.call(users.current, { token });
    expect(current.body).toMatchObject({ userId: adaId });
    expect(current.body).not.toHaveProperty('mustAct');
    const handoff = await portal.call(session.handoff, { token, body: { path: '/users' } });
    const continued = await fetchResult(portal, { token: readToken(handoff.body), cookie: '' });
    expect(continued).toHaveProperty('token');
    if ('token' in continued)
      expect((await portal.call(users.current, { token: continued.token })).body).not.toHaveProperty('mustAct');

    // While the provider is down, an administrator lets staff use their passwords for a day.
    const allowed = await portal.call(workAccounts.allowPasswords, { token: await asRoot() });
    expect(allowed.body).toEqual({ passwordsUntil: '2026-03-11T12:00:00.000Z' });
    expect((await byPassword('ada@staff.example')).status).toBe(200);
    await portal.call(workAccounts.refusePasswords, { token: await asRoot() });
    expect(readProblemCode((await byPassword('ada@staff.example')).body)).toBe('WORK_ACCOUNT_REQUIRED');
    await portal.call(workAccounts.allowPasswords, { token: await asRoot() });
    portal.pass(hours(24));
    expect(readProblemCode((await byPassword('ada@staff.example')).body)).toBe('WORK_ACCOUNT_REQUIRED');

    expect((await portal.call(workAccounts.list, { token: await asRoot() })).body).toMatchObject({
      issuer: provider.settings.issuer,
      isRequired: true,
      passwordsUntil: null,
      items: [{ userId: adaId, login: 'ada@staff.example', connectedAt: '2026-03-10T12:00:00.000Z' }],
    });
    const open = await fetchResult(portal, await signInAt('ada'));
    const waiting = await signInAt('ada');
    const disconnect = async (id: number) =>
      (await portal.call(workAccounts.disconnect, { token: await asRoot(), params: { id } })).status;
    expect([await disconnect(customerId), await disconnect(adaId), await disconnect(adaId)]).toEqual([404, 204, 404]);
    expect(await fetchResult(portal, waiting)).toEqual({ problem: 'TOKEN_NOT_FOUND' });
    expect((await portal.call(users.current, { token: 'token' in open ? open.token : '' })).status).toBe(401);
    const actions = await portal.database.kysely
      .selectFrom('audit')
      .select(['action', 'subjectId', 'actorId'])
      .where('action', 'like', 'workAccount.%')
      .orderBy('id')
      .execute();
    expect(actions.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['workAccount.connect', adaId],
      ['workAccount.allowPasswords', rootId],
      ['workAccount.refusePasswords', rootId],
      ['workAccount.allowPasswords', rootId],
      ['workAccount.disconnect', rootId],
    ]);
  });
});

describe.each(defaultDatabases)('the times of work accounts (%s)', (kind) => {
  test('a result is valid for a minute, a connection and a sign-in for ten; without a provider there is no such sign-in', async () => {
    const provider = await openHonestProvider(publicUrl);
    const portal = await openPortal(await createTestDatabase(kind), {
      config: { ...config, identityProvider: provider.settings },
    });
    await portal.addUser({ login: 'ada@staff.example', profileId: 2 });
    const start = async (waitMs: number) => {
      const opened = await openWorkSignIn(portal);
      if (typeof opened === 'string') throw new Error(opened);
      const query = await provider.signInAt(opened.url.href, 'ada');
      portal.pass(waitMs);
      return answerSignIn(portal, query, opened.cookie);
    };
    expect(await start(minutes(10))).toBeNull();
    const late = await start(0);
    portal.pass(minutes(10));
    expect(await fetchResult(portal, late)).toEqual({ problem: 'TOKEN_NOT_FOUND' });
    const connecting = await start(0);
    portal.pass(minutes(9));
    const body = { login: 'ada@staff.example', password, workAccount: connecting?.token ?? '' };
    const headers = { cookie: connecting?.cookie ?? '' };
    expect((await portal.call(session.signIn, { body, headers })).status).toBe(200);
    const slow = await start(0);
    portal.pass(minutes(1));
    expect(await fetchResult(portal, slow)).toEqual({ problem: 'TOKEN_NOT_FOUND' });

    const without = await openPortal(await createTestDatabase(kind));
    expect((await without.call(session.startWorkSignIn, { body: {} })).status).toBe(404);
  });
});

describe.each(defaultDatabases)('the confirmation of a work account (%s)', (kind) => {
  test('an administrator confirms the first sign-in with a work account, and no password is needed (T698)', async () => {
    const provider = await openHonestProvider(publicUrl);
    const portal = await openPortal(await createTestDatabase(kind), {
      config: { ...config, identityProvider: { ...provider.settings, isRequired: true } },
    });
    const adaId = await portal.addUser({ login: 'ada@staff.example', profileId: 2 });
    const rootId = await portal.addUser({ login: 'root@staff.example', profileId: 1 });
    const token = await createSession(
      portal,
      { id: rootId, login: 'root@staff.example', profileID: 1 },
      { byWorkAccount: true },
    );
    const signInAtProvider = async () => {
      const opened = await openWorkSignIn(portal);
      if (typeof opened === 'string') throw new Error(opened);
      return answerSignIn(portal, await provider.signInAt(opened.url.href, 'ada'), opened.cookie);
    };
    const listWaiting = async () =>
      workAccounts.list.reply.parse((await portal.call(workAccounts.list, { token })).body).waiting;
    const confirm = async (until: string, id = adaId) =>
      (await portal.call(workAccounts.confirm, { token, params: { id }, body: { until } })).status;

    const result = await signInAtProvider();
    expect(await fetchResult(portal, result)).toEqual({ problem: 'WORK_ACCOUNT_NOT_CONNECTED' });
    const [waiting] = await listWaiting();
    expect(waiting).toMatchObject({ userId: adaId, login: 'ada@staff.example', until: '2026-03-10T12:10:00.000Z' });
    const until = waiting?.until ?? '';
    // Only this sign-in of this person, and only while no other identity waits for the same account.
    expect(await confirm('2026-03-10T12:10:01.000Z')).toBe(404);
    expect(await confirm(until, rootId)).toBe(404);
    const other = { step: 'unconnected', browser: '0'.repeat(64), path: '/', userId: adaId, subject: 'other' } as const;
    const otherRow = { ...other, hash: '1'.repeat(64), problem: null, expiresAt: portal.now() + minutes(9) };
    await portal.database.kysely.insertInto('workSignIns').values(otherRow).execute();
    expect(await confirm(until)).toBe(404);
    await portal.database.kysely.deleteFrom('workSignIns').where('subject', '=', 'other').execute();

    // The person has tried twice: both sign-ins wait, and one confirmation is enough.
    portal.pass(minutes(1));
    await signInAtProvider();
    expect((await listWaiting()).map(({ userId }) => userId)).toEqual([adaId, adaId]);
    expect(await confirm(until)).toBe(204);
    expect(await confirm(until)).toBe(404);
    expect(await listWaiting()).toEqual([]);
    // The sign-in that waited is used up, and gives no session to whoever holds it: the person signs in again.
    expect(await fetchResult(portal, result)).toEqual({ problem: 'TOKEN_NOT_FOUND' });
    expect(await fetchResult(portal, await signInAtProvider())).toHaveProperty('token');
    const connected = await portal.database.kysely
      .selectFrom('audit')
      .select(['actorId', 'subjectId'])
      .where('action', '=', 'workAccount.connect')
      .execute();
    expect(connected).toEqual([{ actorId: rootId, subjectId: String(adaId) }]);
  });

  test('a sign-in that has waited for 10 minutes, or whose account was suspended, cannot be confirmed (T699)', async () => {
    const provider = await openHonestProvider(publicUrl);
    const portal = await openPortal(await createTestDatabase(kind), {
      config: { ...config, identityProvider: provider.settings },
    });
    const adaId = await portal.addUser({ login: 'ada@staff.example', profileId: 2 });
    const rootId = await portal.addUser({ login: 'root@staff.example', profileId: 1 });
    const token = await createSession(portal, { id: rootId, login: 'root@staff.example', profileID: 1 });
    const opened = await openWorkSignIn(portal);
    if (typeof opened === 'string') throw new Error(opened);
    await answerSignIn(portal, await provider.signInAt(opened.url.href, 'ada'), opened.cookie);
    const confirm = async () => {
      const body = { until: '2026-03-10T12:10:00.000Z' };
      return (await portal.call(workAccounts.confirm, { token, params: { id: adaId }, body })).status;
    };
    const setStatus = (status: 'active' | 'suspended') =>
      portal.database.kysely.updateTable('users').set({ status }).where('id', '=', adaId).execute();
    await setStatus('suspended');
    expect(await confirm()).toBe(404);
    await setStatus('active');
    portal.pass(minutes(10));
    expect(await confirm()).toBe(404);
  });
});
