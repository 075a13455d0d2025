import { secondFactor } from '@basics/contract/second-factor.ts';
import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock.ts';
import { createAuthenticator } from '#server/testing/authenticator.ts';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import { readProblemCode, openPortal, password, readToken } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/suite-portal.ts';

/** The address of the test portal, from its configuration. */
const relyingParty = { origin: 'http://127.0.0.1:3000', rpId: '127.0.0.1' };
const proof = { currentPassword: password };
const readFields = (body: unknown): unknown => Object(body).fields;

const begin = async (portal: Portal, token: string) =>
  secondFactor.beginPasskey.reply.parse((await portal.call(secondFactor.beginPasskey, { token, body: proof })).body);
const options = async (portal: Portal) =>
  session.passkeyOptions.reply.parse((await portal.call(session.passkeyOptions)).body);
const signInWithPasskey = (portal: Portal, body: ReturnType<ReturnType<typeof createAuthenticator>['answer']>) =>
  portal.call(session.signInByPasskey, { body });

async function addPasskey(portal: Portal, login: string, key = createAuthenticator(relyingParty)) {
  await portal.addUser({ login });
  const token = await portal.signIn(login);
  const body = { ...key.make(await begin(portal, token)), name: 'Laptop' };
  const added = await portal.call(secondFactor.addPasskey, { token, body });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return { token, key, added: secondFactor.addPasskey.reply.parse(added.body) };
}

describe.each(databases)('a passkey on %s', (kind) => {
  const portal = suitePortal(kind);

  test('a passkey signs in without a password, and each response is accepted once', async () => {
    const { key, added } = await addPasskey(portal(), 'alone@example.org');
    expect(added).toMatchObject({ factor: { kind: 'passkey', name: 'Laptop', lastUsedAt: null } });
    expect(added.recoveryCodes).toHaveLength(10);
    const answer = key.answer(await options(portal()));
    const answers = await Promise.all([1, 2, 3].map(() => signInWithPasskey(portal(), answer)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const token = readToken(answers.find(({ status }) => status === 200)?.body);
    expect((await portal().call(users.current, { token })).body).toMatchObject({ userEmail: 'alone@example.org' });
  });

  test('a passkey is a second step after the password', async () => {
    const { key } = await addPasskey(portal(), 'second@example.org');
    const signIn = (more = {}) =>
      portal().call(session.signIn, { body: { login: 'second@example.org', password, ...more } });
    const alone = await signIn();
    expect([readProblemCode(alone.body), readFields(alone.body)]).toEqual([
      'SECOND_STEP_NEEDED',
      { secondFactor: words.recoveryCode, passkey: words.usePasskey },
    ]);
    expect((await signIn({ passkey: key.answer(await options(portal())) })).status).toBe(200);
    const { key: foreign } = await addPasskey(portal(), 'foreign@example.org');
    expect(readProblemCode((await signIn({ passkey: foreign.answer(await options(portal())) })).body)).toBe(
      'WRONG_SECOND_STEP',
    );
  });

  test('a passkey without a use counter is accepted', async () => {
    const { key } = await addPasskey(
      portal(),
      'uncounted@example.org',
      createAuthenticator({ ...relyingParty, counts: false }),
    );
    for (let each = 0; each < 2; each += 1)
      expect((await signInWithPasskey(portal(), key.answer(await options(portal())))).status).toBe(200);
  });

  test.each(['not unlocked by its owner', 'of another address', 'with a lower counter, like a copy', 'unknown'])(
    'a passkey that is %s is refused',
    async (which) => {
      const { key } = await addPasskey(portal(), `${which.replaceAll(/\W/g, '-')}@example.org`);
      if (which.startsWith('with a lower counter'))
        await signInWithPasskey(portal(), key.answer(await options(portal()), { count: 9 }));
      const challenge = await options(portal());
      const answers = {
        'not unlocked by its owner': () => key.answer(challenge, { isVerified: false }),
        'of another address': () => {
          const answer = key.answer(challenge);
          const data = JSON.stringify({
            type: 'webauthn.get',
            challenge: challenge.options.challenge,
            origin: 'https://evil.example',
          });
          answer.response.response.clientDataJSON = Buffer.from(data).toString('base64url');
          return answer;
        },
        'with a lower counter, like a copy': () => key.answer(challenge, { count: 5 }),
        unknown: () => createAuthenticator(relyingParty).answer(challenge),
      };
      const answer = await signInWithPasskey(
        portal(),
        Object.entries(answers).find(([name]) => name === which)?.[1]() ?? key.answer(challenge),
      );
      expect([answer.status, readProblemCode(answer.body)]).toEqual([422, 'WRONG_SECOND_STEP']);
    },
  );

  test('a passkey cannot be added with another user’s challenge, nor twice', async () => {
    const { token, key } = await addPasskey(portal(), 'first@example.org');
    await portal().addUser({ login: 'thief@example.org' });
    const thief = await portal().signIn('thief@example.org');
    const foreign = { ...createAuthenticator(relyingParty).make(await begin(portal(), token)), name: 'Mine' };
    expect((await portal().call(secondFactor.addPasskey, { token: thief, body: foreign })).status).toBe(422);
    const again = { ...key.make(await begin(portal(), token)), name: 'Again' };
    expect(readProblemCode((await portal().call(secondFactor.addPasskey, { token, body: again })).body)).toBe(
      'WRONG_SECOND_STEP',
    );
  });

  test('a passkey can be renamed and removed; the second passkey creates no recovery codes', async () => {
    const { token, added } = await addPasskey(portal(), 'named@example.org');
    const second = { ...createAuthenticator(relyingParty).make(await begin(portal(), token)), name: 'Key ring' };
    const more = await portal().call(secondFactor.addPasskey, { token, body: second });
    expect(secondFactor.addPasskey.reply.parse(more.body).recoveryCodes).toBeNull();
    const params = { id: added.factor.id };
    const renamed = await portal().call(secondFactor.rename, { token, params, body: { name: 'Old laptop' } });
    expect(renamed.body).toMatchObject({ name: 'Old laptop' });
    expect((await portal().call(secondFactor.remove, { token, params, body: proof })).status).toBe(204);
    expect((await portal().call(secondFactor.remove, { token, params, body: proof })).status).toBe(404);
    const { items } = secondFactor.list.reply.parse((await portal().call(secondFactor.list, { token })).body);
    expect(items.map(({ name }) => name)).toEqual(['Key ring']);
  });

  test('a challenge is valid for five minutes', async () => {
    const own = await openPortal(await createTestDatabase(kind));
    const { key } = await addPasskey(own, 'slow@example.org');
    const challenge = await options(own);
    own.pass(minutes(5));
    expect((await signInWithPasskey(own, key.answer(challenge))).status).toBe(422);
    await own.close();
  });

  test('a passkey cannot sign in to a suspended account', async () => {
    const { key } = await addPasskey(portal(), 'suspended@example.org');
    await portal()
      .database.kysely.updateTable('users')
      .set({ status: 'suspended' })
      .where('login', '=', 'suspended@example.org')
      .execute();
    const answer = await signInWithPasskey(portal(), key.answer(await options(portal())));
    expect([answer.status, readProblemCode(answer.body)]).toEqual([403, 'ACCOUNT_PROBLEM']);
  });
});
