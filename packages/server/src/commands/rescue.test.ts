import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session } from '@basics/contract/session/session.ts';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { createOperator, type Operator } from '#server/testing/processes/operator.ts';
import { openPortal, password, readProblemCode, readToken, type Portal } from '#server/testing/portal.ts';

const login = 'root@portal.example';
const newPassword = 'Harbour-Violin-58';

/** Reads the page and the token of the printed link. */
function readLink(out: string): { path: string; token: string } {
  const [, path = '', token = ''] = /http:\/\/localhost:3000(\/[\w/]+)#token=([\w-]{43})\n/.exec(out) ?? [];
  return { path, token };
}

const readAudit = ({ database }: Operator) =>
  database.kysely.selectFrom('audit').select(['action', 'subjectId', 'actorId']).orderBy('id').execute();

/** Sends wrong passwords until the account has to wait. */
async function lockOut(portal: Portal): Promise<void> {
  for (let attemptsLeft = 20; attemptsLeft > 0; attemptsLeft -= 1) {
    const response = await portal.call(session.signIn, { body: { login, password: 'Wrong-Password-1' } });
    if (readProblemCode(response.body) === 'TOO_MANY_ATTEMPTS') return;
  }
  throw new Error('The account did not have to wait.');
}

describe.each(databases)('commands that restore the access of an administrator (%s)', (kind) => {
  test('one command restores the access of the only administrator, who has lost password and phone and receives no e-mail', async () => {
    const operator = await createOperator(kind);
    const portal = await openPortal(operator.database);
    const userId = await portal.addUser({ login, profileId: 1 });
    const oldToken = await portal.signIn(login);
    await portal.call(secondFactor.beginTotp, { token: oldToken, body: { password } });
    await operator.database.kysely.updateTable('secondFactors').set({ confirmedAt: portal.now() }).execute();
    await lockOut(portal);

    const args = ['reset-password', ' Root@Portal.example', '--remove-second-factor'];
    const resetResult = await operator.run(args, { clock: portal.now });
    expect(resetResult).toMatchObject({ code: 0, error: '' });
    const { path, token } = readLink(resetResult.out);
    expect(path).toBe('/password/reset');
    expect((await portal.call(secondFactor.list, { token: oldToken })).status).toBe(401);

    const body = { token, password: newPassword, confirmPassword: newPassword };
    expect((await portal.call(session.resetPassword, { body })).status).toBe(200);
    expect(readProblemCode((await portal.call(session.resetPassword, { body })).body)).toBe('LINK_NOT_VALID');
    const signInResponse = await portal.call(session.signIn, { body: { login, password: newPassword } });
    expect({ status: signInResponse.status, hasToken: readToken(signInResponse.body) !== '' }).toEqual({
      status: 200,
      hasToken: true,
    });
    const expectedEntry = { action: 'user.passwordLink', subjectId: String(userId), actorId: null };
    expect(await readAudit(operator)).toContainEqual(expectedEntry);
  });

  test('the command "create-admin" prints a link for a new administrator, and refuses a login in use', async () => {
    const operator = await createOperator(kind);
    const portal = await openPortal(operator.database);
    const args = ['create-admin', 'new@portal.example', '--first-name', 'Nora'];
    const { code, out } = await operator.run(args, { clock: portal.now });
    expect(code).toBe(0);
    const { path, token } = readLink(out);
    expect(path).toBe('/activation');
    const passwordAnswer = await portal.call(session.resetPassword, {
      body: { token, password: newPassword, confirmPassword: newPassword },
    });
    expect(passwordAnswer.status).toBe(200);
    const sessionsAnswer = await portal.call(session.list, { token: readToken(passwordAnswer.body) });
    expect(sessionsAnswer.status).toBe(200);
    const createdUsers = await operator.database.kysely
      .selectFrom('users')
      .select(['firstName', 'profileId', 'status'])
      .execute();
    expect(createdUsers).toEqual([{ firstName: 'Nora', profileId: 1, status: 'active' }]);

    const secondResult = await operator.run(args, { clock: portal.now });
    expect(secondResult).toMatchObject({ code: 1, error: expect.stringContaining('has an account already') });
    const unknownResult = await operator.run(['reset-password', 'nobody@portal.example'], { clock: portal.now });
    expect(unknownResult).toMatchObject({ code: 1, error: expect.stringContaining('are: new@portal.example') });
    expect((await operator.run(['create-admin', 'no-address'])).code).toBe(2);
  });

  test('the command "end-sessions" ends the sessions of one user, or of all users', async () => {
    const operator = await createOperator(kind);
    const portal = await openPortal(operator.database);
    await portal.addUser({ login, profileId: 1 });
    await portal.addUser({ login: 'other@portal.example' });
    const tokens = [await portal.signIn(login), await portal.signIn('other@portal.example')];
    const readStatuses = async () =>
      Promise.all(tokens.map(async (token) => (await portal.call(session.list, { token })).status));
    expect(await readStatuses()).toEqual([200, 200]);
    expect((await operator.run(['end-sessions', login], { clock: portal.now })).code).toBe(0);
    expect(await readStatuses()).toEqual([401, 200]);
    expect((await operator.run(['end-sessions'], { clock: portal.now })).code).toBe(2);
    expect((await operator.run(['end-sessions', '--all'], { clock: portal.now })).code).toBe(0);
    expect(await readStatuses()).toEqual([401, 401]);
    expect((await readAudit(operator)).filter(({ action }) => action === 'session.endAll')).toHaveLength(2);
  });
});
