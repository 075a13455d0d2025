import { licenses } from '@basics/contract/licenses/licenses.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { TOTP, Secret } from 'otpauth';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { seconds } from '#server/platform/clock/clock.ts';
import { createRequest } from '#server/testing/access/access-attempt.ts';
import { missingSubject } from '#server/testing/access/access-row.ts';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { openPortal, readToken, type Portal } from '#server/testing/portal.ts';
import { createUserBody } from '#server/testing/records/staff.ts';
import { allRows } from '#server/testing/database/tables.ts';

const firstPassword = 'Canary-Granite-1701';
const secondPassword = 'Canary-Velvet-2802';
const wrongPassword = 'Canary-Wrong-3903';

/** Opens a portal, and collects the lines of its log. */
async function openLoggedPortal(kind: (typeof defaultDatabases)[number]) {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const portal = await openPortal(await createTestDatabase(kind), { log });
  return { portal, lines };
}

const repeatPassword = (password: string) => ({ password, confirmPassword: password });

/** Uses every part of the portal as one user. Returns all secrets that were used; the keys are their names. */
async function useWholePortal(portal: Portal): Promise<Record<string, string>> {
  await portal.addUser({ login: 'root@portal.example', profileId: 1 });
  const rootToken = await portal.signIn('root@portal.example');
  const registrationSecrets = Object(
    createRequest('registration.register', { ...missingSubject, name: 'canary' }).body,
  );
  await portal.call(registration.register, { body: registrationSecrets });
  const confirmToken = (await readNewestMail(portal, 'confirmAddress')).token;
  await portal.call(registration.confirm, { body: { token: confirmToken } });

  const login = 'canary@customer.example';
  const createdUser = await portal.call(users.create, {
    token: rootToken,
    body: createUserBody({ login, email: login }),
  });
  const { userId } = users.create.reply.parse(createdUser.body);
  const activationToken = (await readNewestMail(portal, 'accountCreated')).token;
  await portal.call(session.resetPassword, { body: { token: activationToken, ...repeatPassword(firstPassword) } });
  for (const password of [wrongPassword, firstPassword])
    await portal.call(session.signIn, { body: { login: password, password } });
  const firstToken = readToken((await portal.call(session.signIn, { body: { login, password: firstPassword } })).body);
  const token = readToken((await portal.call(session.extend, { token: firstToken })).body);
  const handoffToken = readToken((await portal.call(session.handoff, { token, body: { path: '/account' } })).body);
  const handedOverToken = readToken((await portal.call(session.exchange, { body: { token: handoffToken } })).body);

  const passwordProof = { currentPassword: firstPassword };
  const totpSetup = secondFactor.beginTotp.reply.parse(
    (await portal.call(secondFactor.beginTotp, { token, body: passwordProof })).body,
  );
  const code = new TOTP({ secret: Secret.fromBase32(totpSetup.secret) }).generate({ timestamp: portal.now() });
  const confirmResponse = await portal.call(secondFactor.confirmTotp, {
    token,
    params: { id: totpSetup.id },
    body: { code },
  });
  const [recovery = '', spare = ''] = secondFactor.confirmTotp.reply.parse(confirmResponse.body).recoveryCodes ?? [];
  await portal.call(session.signIn, { body: { login, password: firstPassword, secondFactor: recovery } });
  const passkeyOptions = session.passkeyOptions.reply.parse((await portal.call(session.passkeyOptions)).body);

  await portal.call(session.forgotPassword, { body: { email: login } });
  await portal.settled();
  const resetToken = (await readNewestMail(portal, 'passwordReset')).token;
  await portal.call(session.checkLink, { body: { token: resetToken } });
  await portal.call(session.changePassword, {
    token,
    body: { currentPassword: wrongPassword, ...repeatPassword(secondPassword) },
  });
  await portal.call(session.changePassword, { token, body: { ...passwordProof, ...repeatPassword(secondPassword) } });
  await portal.call(licenses.issue, { token, params: { id: userId }, body: { verificationCode: wrongPassword } });
  portal.pass(seconds(1));
  const links = {
    confirm: confirmToken,
    activate: activationToken,
    reset: resetToken,
    jump: handoffToken,
    challenge: passkeyOptions.token,
  };
  const sessions = { rootToken, signedIn: firstToken, token, jumped: handedOverToken };
  return {
    first: firstPassword,
    second: secondPassword,
    wrong: wrongPassword,
    ...links,
    ...sessions,
    app: totpSetup.secret,
    recovery,
    spare,
  };
}

describe.each(defaultDatabases)('after a user has used every part of the portal (%s)', (kind) => {
  test('no password, token, code or secret is in any table or line of the log (T552)', async () => {
    const { portal, lines } = await openLoggedPortal(kind);
    const secrets = await useWholePortal(portal);
    for (const [name, secret] of Object.entries(secrets)) expect([name, secret.length > 12]).toEqual([name, true]);
    const storedTexts = { tables: JSON.stringify(await allRows(portal.database)), log: lines.join('') };
    expect(storedTexts.tables.length).toBeGreaterThan(10_000);
    expect(lines.length).toBeGreaterThan(15);
    const foundSecrets = Object.entries(storedTexts).flatMap(([place, text]) =>
      Object.entries(secrets)
        .filter(([, secret]) => [secret, secret.replaceAll('-', '')].some((spelling) => text.includes(spelling)))
        .map(([name]) => `${name} in the ${place}`),
    );
    expect(foundSecrets).toEqual([]);
    // The log must also contain no name and no address of a person.
    expect(lines.filter((line) => /canary|customer\.example|Neu GmbH/i.test(line))).toEqual([]);
  });
});
