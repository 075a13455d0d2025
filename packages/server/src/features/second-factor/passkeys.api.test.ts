import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { createAuthenticator } from '#server/testing/records/authenticator.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal, password, readToken, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

/** The address of the test portal, from its configuration. */
const relyingParty = { origin: 'http://localhost:3000', rpId: 'localhost' };
const proof = { currentPassword: password };
const readFields = (body: unknown): unknown => Object(body).fields;

const beginPasskey = async (portal: Portal, token: string) =>
  secondFactor.beginPasskey.reply.parse((await portal.call(secondFactor.beginPasskey, { token, body: proof })).body);
const requestOptions = async (portal: Portal) =>
  session.passkeyOptions.reply.parse((await portal.call(session.passkeyOptions)).body);
const signInWithPasskey = (portal: Portal, body: ReturnType<ReturnType<typeof createAuthenticator>['answer']>) =>
  portal.call(session.signInByPasskey, { body });

async function addPasskey(portal: Portal, login: string, key = createAuthenticator(relyingParty)) {
  await portal.addUser({ login });
  const token = await portal.signIn(login);
  const body = { ...key.make(await beginPasskey(portal, token)), name: 'Laptop' };
  const addResponse = await portal.call(secondFactor.addPasskey, { token, body });
  expect(addResponse.status, JSON.stringify(addResponse.body)).toBe(200);
  return { token, key, added: secondFactor.addPasskey.reply.parse(addResponse.body) };
}

describe.each(databases)('a passkey (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a user signs in with a passkey and without a password, and each response of the passkey is accepted once', async () => {
    const { key, added } = await addPasskey(portal(), 'alone@example.org');
    expect(added).toMatchObject({ factor: { kind: 'passkey', name: 'Laptop', lastUsedAt: null } });
    expect(added.recoveryCodes).toHaveLength(10);
    const passkeyAnswer = key.answer(await requestOptions(portal()));
    const responses = await Promise.all([1, 2, 3].map(() => signInWithPasskey(portal(), passkeyAnswer)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const token = readToken(responses.find(({ status }) => status === 200)?.body);
    expect((await portal().call(users.current, { token })).body).toMatchObject({ userEmail: 'alone@example.org' });
  });

  test('a passkey is accepted as the second step after the password', async () => {
    const { key } = await addPasskey(portal(), 'second@example.org');
    const signIn = (secondStep = {}) =>
      portal().call(session.signIn, { body: { login: 'second@example.org', password, ...secondStep } });
    const passwordResponse = await signIn();
    expect([readProblemCode(passwordResponse.body), readFields(passwordResponse.body)]).toEqual([
      'SECOND_STEP_NEEDED',
      { secondFactor: fieldMessages.recoveryCode, passkey: serverMessages.usePasskey },
    ]);
    expect((await signIn({ passkey: key.answer(await requestOptions(portal())) })).status).toBe(200);
    const { key: otherKey } = await addPasskey(portal(), 'foreign@example.org');
    expect(readProblemCode((await signIn({ passkey: otherKey.answer(await requestOptions(portal())) })).body)).toBe(
      'WRONG_SECOND_STEP',
    );
  });

  test('a passkey without a use counter is accepted', async () => {
    const { key } = await addPasskey(
      portal(),
      'uncounted@example.org',
      createAuthenticator({ ...relyingParty, hasCounter: false }),
    );
    for (let index = 0; index < 2; index += 1)
      expect((await signInWithPasskey(portal(), key.answer(await requestOptions(portal())))).status).toBe(200);
  });

  test.each(['not unlocked by its owner', 'of another address', 'with a lower counter, like a copy', 'unknown'])(
    'a passkey that is %s is refused',
    async (fault) => {
      const { key } = await addPasskey(portal(), `${fault.replaceAll(/\W/g, '-')}@example.org`);
      if (fault.startsWith('with a lower counter'))
        await signInWithPasskey(portal(), key.answer(await requestOptions(portal()), { count: 9 }));
      const challenge = await requestOptions(portal());
      const passkeyAnswers = {
        'not unlocked by its owner': () => key.answer(challenge, { isVerified: false }),
        'of another address': () => {
          const passkeyAnswer = key.answer(challenge);
          const clientData = JSON.stringify({
            type: 'webauthn.get',
            challenge: challenge.options.challenge,
            origin: 'https://evil.example',
          });
          passkeyAnswer.response.response.clientDataJSON = Buffer.from(clientData).toString('base64url');
          return passkeyAnswer;
        },
        'with a lower counter, like a copy': () => key.answer(challenge, { count: 5 }),
        unknown: () => createAuthenticator(relyingParty).answer(challenge),
      };
      const response = await signInWithPasskey(
        portal(),
        Object.entries(passkeyAnswers).find(([name]) => name === fault)?.[1]() ?? key.answer(challenge),
      );
      expect([response.status, readProblemCode(response.body)]).toEqual([422, 'WRONG_SECOND_STEP']);
    },
  );

  test('a passkey cannot be added twice, nor with a challenge of another user', async () => {
    const { token, key } = await addPasskey(portal(), 'first@example.org');
    await portal().addUser({ login: 'thief@example.org' });
    const thiefToken = await portal().signIn('thief@example.org');
    const foreignPasskey = {
      ...createAuthenticator(relyingParty).make(await beginPasskey(portal(), token)),
      name: 'Mine',
    };
    expect((await portal().call(secondFactor.addPasskey, { token: thiefToken, body: foreignPasskey })).status).toBe(
      422,
    );
    const secondPasskey = { ...key.make(await beginPasskey(portal(), token)), name: 'Again' };
    expect(readProblemCode((await portal().call(secondFactor.addPasskey, { token, body: secondPasskey })).body)).toBe(
      'WRONG_SECOND_STEP',
    );
  });

  test('a passkey can be renamed and removed; the second passkey creates no recovery codes', async () => {
    const { token, added } = await addPasskey(portal(), 'named@example.org');
    const secondPasskey = {
      ...createAuthenticator(relyingParty).make(await beginPasskey(portal(), token)),
      name: 'Key ring',
    };
    const addResponse = await portal().call(secondFactor.addPasskey, { token, body: secondPasskey });
    expect(secondFactor.addPasskey.reply.parse(addResponse.body).recoveryCodes).toBeNull();
    const params = { id: added.factor.id };
    const renameResponse = await portal().call(secondFactor.rename, { token, params, body: { name: 'Old laptop' } });
    expect(renameResponse.body).toMatchObject({ name: 'Old laptop' });
    expect((await portal().call(secondFactor.remove, { token, params, body: proof })).status).toBe(204);
    expect((await portal().call(secondFactor.remove, { token, params, body: proof })).status).toBe(404);
    const { items } = secondFactor.list.reply.parse((await portal().call(secondFactor.list, { token })).body);
    expect(items.map(({ name }) => name)).toEqual(['Key ring']);
  });

  test('the challenge for a passkey is valid for five minutes', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const { key } = await addPasskey(newPortal, 'slow@example.org');
    const challenge = await requestOptions(newPortal);
    newPortal.pass(minutes(5));
    expect((await signInWithPasskey(newPortal, key.answer(challenge))).status).toBe(422);
    await newPortal.close();
  });

  test('a passkey cannot sign in to a suspended account', async () => {
    const { key } = await addPasskey(portal(), 'suspended@example.org');
    await portal()
      .database.kysely.updateTable('users')
      .set({ status: 'suspended' })
      .where('login', '=', 'suspended@example.org')
      .execute();
    const response = await signInWithPasskey(portal(), key.answer(await requestOptions(portal())));
    expect([response.status, readProblemCode(response.body)]).toEqual([403, 'ACCOUNT_PROBLEM']);
  });
});
