import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { login, password, createPortalBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const { portal, basics, signIn, sessionPath } = createPortalBenchForEachTest();

describe('basics sign-in', () => {
  test('basics sign-in asks for login and password, hides the password, and stores the session readable only by its owner', async () => {
    const result = await basics(['sign-in'], { answers: [login, password] });
    expect(result).toMatchObject({ exitCode: 0, output: `Signed in to ${portal().address} as ${login}.` });
    expect(result.askedQuestions).toEqual([
      { question: 'Login: ', isHidden: false },
      { question: `Password of ${login}: `, isHidden: true },
    ]);
    expect(readFileSync(sessionPath(), 'utf8')).not.toContain(password);
    if (process.platform !== 'win32') expect(statSync(sessionPath()).mode & 0o777).toBe(0o600);
  });

  test('basics sign-in reads a password from standard input, and removes only the line end', async () => {
    const result = await basics(['sign-in', '--login', login, '--password-stdin'], { input: `${password}\r\n` });
    expect(result).toMatchObject({ exitCode: 0, askedQuestions: [] });
    expect(portal().receivedCalls.at(-1)?.body).toEqual({ login, password });
    await basics(['sign-in', '--login', login, '--password-stdin'], { input: ` ${password}\t` });
    expect(portal().receivedCalls.at(-1)?.body).toEqual({ login, password: ` ${password}\t` });
  });

  test('basics sign-in sends the name of the tool, so that the portal can list the session', async () => {
    await signIn();
    expect(portal().receivedCalls[0]?.userAgent).toMatch(/^Basics\/\d+\.\d+\.\d+ \(\w+\)$/);
  });

  test('for a wrong password, basics sign-in prints the message of the portal, and stores nothing', async () => {
    const result = await basics(['sign-in'], { answers: [login, 'guess'] });
    expect(result).toMatchObject({ exitCode: 3, output: '' });
    expect(result.errorOutput).toMatch(
      /^basics: SIGN_IN_REFUSED: The login or password is wrong\..*\/password\/forgot$/,
    );
    expect(existsSync(sessionPath())).toBe(false);
  });

  test('basics sign-in asks for a code when the account has a second step, and asks again after a wrong code', async () => {
    portal().requiredSecondStep = '123456';
    const result = await basics(['sign-in'], { answers: [login, password, '000000', '123456'] });
    expect(result.exitCode).toBe(0);
    expect(result.askedQuestions.map(({ question }) => question).slice(2)).toEqual(['Code: ', 'Code: ']);
    expect(result.errorOutput).toBe('Enter a recovery code.\nThis code is not correct.');
  });

  test('basics sign-in gives up after three wrong codes', async () => {
    portal().requiredSecondStep = '123456';
    const result = await basics(['sign-in'], { answers: [login, password, '1', '2', '3', '4'] });
    expect(result).toMatchObject({ exitCode: 3, errorOutput: expect.stringContaining('SIGN_IN_REFUSED') });
    expect(portal().receivedCalls).toHaveLength(4);
  });

  test('basics sign-in accepts the code of the second step as an option, and reports a wrong code', async () => {
    portal().requiredSecondStep = '123456';
    const commandWords = ['sign-in', '--login', login, '--password-stdin', '--code'];
    expect(await basics([...commandWords, '123456'], { input: password })).toMatchObject({
      exitCode: 0,
      errorOutput: '',
    });
    const refusedRun = await basics([...commandWords, '654321'], { input: password });
    expect(refusedRun).toMatchObject({
      exitCode: 3,
      errorOutput: expect.stringContaining('This code is not correct.'),
    });
  });

  test.each([
    [
      'HUMAN_VERIFICATION_NEEDED',
      422,
      /^basics: HUMAN_VERIFICATION_NEEDED: .* Next: Sign in once at http.*\/sign-in in/,
    ],
    ['TOO_MANY_ATTEMPTS', 429, /^basics: SIGN_IN_REFUSED: .* Next: Wait 17 seconds, then run it again\.$/],
    ['ACCOUNT_PROBLEM', 403, /^basics: SIGN_IN_REFUSED: .* Next: Find the support address at /],
  ])('for %s, the message says what to do next', async (code, status, errorPattern) => {
    portal().nextRefusal = { status, code, retryAfter: 17 };
    const result = await basics(['sign-in'], { answers: [login, password] });
    expect(result).toMatchObject({ exitCode: 3, output: '', errorOutput: expect.stringMatching(errorPattern) });
  });

  test('without a terminal, the message of basics sign-in says which options to use', async () => {
    const result = await basics(['sign-in']);
    expect(result).toMatchObject({
      exitCode: 2,
      errorOutput: expect.stringContaining('--login NAME and --password-stdin'),
    });
  });

  test('basics sign-in is cancelled when the user does not answer a question, and sends nothing', async () => {
    expect(await basics(['sign-in'], { answers: [login] })).toMatchObject({
      exitCode: 3,
      errorOutput: expect.stringContaining('cancelled'),
    });
    expect(portal().receivedCalls).toEqual([]);
  });

  test('basics sign-in sends no password over an unencrypted connection to another computer', async () => {
    const result = await basics(['sign-in', '--portal', 'http://portal.example'], { answers: [login, password] });
    expect(result).toMatchObject({
      exitCode: 1,
      askedQuestions: [],
      errorOutput: expect.stringContaining('NOT_ENCRYPTED'),
    });
  });

  test('basics sign-in does not follow a redirect (T045)', async () => {
    portal().nextRefusal = { status: 307, code: '', location: `${portal().address}/core/api/auth/token` };
    const result = await basics(['sign-in'], { answers: [login, password] });
    expect(result).toMatchObject({ exitCode: 1, errorOutput: expect.stringContaining('PORTAL_NOT_REACHED') });
    expect(portal().receivedCalls).toHaveLength(1);
  });

  test('if another program answers in place of the portal, basics sign-in says so and stores no session', async () => {
    portal().nextRefusal = { status: 200, code: '' };
    const result = await basics(['sign-in'], { answers: [login, password] });
    expect(result).toMatchObject({ exitCode: 1, errorOutput: expect.stringContaining('is not a Basics Portal') });
  });
});

describe('basics sign-out', () => {
  test('basics sign-out ends the session in the portal, and deletes its token on this PC', async () => {
    await signIn();
    expect(await basics(['sign-out'])).toMatchObject({ exitCode: 0, output: `Signed out of ${portal().address}.` });
    expect(portal().sessionTokens()).toEqual([]);
    expect(existsSync(sessionPath())).toBe(false);
    expect(await basics(['sign-out'])).toMatchObject({ exitCode: 0, output: 'You were not signed in.' });
  });

  test('signing out of a session that has already ended is no error', async () => {
    await signIn();
    portal().endSessions();
    expect((await basics(['sign-out'])).exitCode).toBe(0);
  });

  test('when the portal cannot be reached, basics sign-out deletes the session on this PC, and a message says so', async () => {
    await signIn();
    await portal().close();
    expect(await basics(['sign-out'])).toMatchObject({
      exitCode: 1,
      errorOutput: expect.stringContaining('You are signed out on this PC, but the portal could not be reached'),
    });
    expect(existsSync(sessionPath())).toBe(false);
  });
});
