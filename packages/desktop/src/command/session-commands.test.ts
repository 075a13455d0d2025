import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestBench, type TestBench } from '#desktop/testing/bench.ts';
import { openPortal, type SmallPortal } from '#desktop/testing/small-portal.ts';

const login = 'anna@office.example';
const password = 'Ink-Well 7';
let bench: TestBench;
let portal: SmallPortal;

beforeEach(async () => {
  bench = createTestBench();
  portal = await openPortal({ login, password });
});

afterEach(async () => {
  await portal.close();
  bench.remove();
});

const basics: TestBench['basics'] = async (words, at = {}) =>
  bench.basics(words, { ...at, env: { BASICS_PORTAL_URL: portal.address, ...at.env } });
const signedIn = async (): Promise<unknown> => basics(['sign-in'], { answers: [login, password] });
const sessionFile = (): string => join(bench.home, 'state', 'session.json');

describe('basics sign-in', () => {
  test('asks for login and password, hides the password, and stores the session readable only by its owner', async () => {
    const answer = await basics(['sign-in'], { answers: [login, password] });
    expect(answer).toMatchObject({ exitCode: 0, output: `Signed in to ${portal.address} as ${login}.` });
    expect(answer.asked).toEqual([
      { question: 'Login: ', isHidden: false },
      { question: `Password of ${login}: `, isHidden: true },
    ]);
    expect(readFileSync(sessionFile(), 'utf8')).not.toContain(password);
    if (process.platform !== 'win32') expect(statSync(sessionFile()).mode & 0o777).toBe(0o600);
  });

  test('reads a password from standard input, without its line end and otherwise unchanged', async () => {
    const answer = await basics(['sign-in', '--login', login, '--password-stdin'], { input: `${password}\r\n` });
    expect(answer).toMatchObject({ exitCode: 0, asked: [] });
    expect(portal.receivedCalls.at(-1)?.body).toEqual({ login, password });
    await basics(['sign-in', '--login', login, '--password-stdin'], { input: ` ${password}\t` });
    expect(portal.receivedCalls.at(-1)?.body).toEqual({ login, password: ` ${password}\t` });
  });

  test('sends the name of the tool, so that the portal can list the session', async () => {
    await signedIn();
    expect(portal.receivedCalls[0]?.agent).toMatch(/^Basics\/\d+\.\d+\.\d+ \(\w+\)$/);
  });

  test("a wrong password is refused with the portal's message, and nothing is stored", async () => {
    const answer = await basics(['sign-in'], { answers: [login, 'guess'] });
    expect(answer).toMatchObject({ exitCode: 3, output: '' });
    expect(answer.notes).toMatch(/^basics: SIGN_IN_REFUSED: The login or password is wrong\..*\/password\/forgot$/);
    expect(existsSync(sessionFile())).toBe(false);
  });

  test('asks for a code when the account has a second step, and again after a wrong code', async () => {
    portal.secondStep = '123456';
    const answer = await basics(['sign-in'], { answers: [login, password, '000000', '123456'] });
    expect(answer.exitCode).toBe(0);
    expect(answer.asked.map(({ question }) => question).slice(2)).toEqual(['Code: ', 'Code: ']);
    expect(answer.notes).toBe('Enter a recovery code.\nThis code is not correct.');
  });

  test('gives up after three wrong codes', async () => {
    portal.secondStep = '123456';
    const answer = await basics(['sign-in'], { answers: [login, password, '1', '2', '3', '4'] });
    expect(answer).toMatchObject({ exitCode: 3, notes: expect.stringContaining('SIGN_IN_REFUSED') });
    expect(portal.receivedCalls).toHaveLength(4);
  });

  test('a script passes the code as an option, and a wrong code is reported', async () => {
    portal.secondStep = '123456';
    const words = ['sign-in', '--login', login, '--password-stdin', '--code'];
    expect(await basics([...words, '123456'], { input: password })).toMatchObject({ exitCode: 0, notes: '' });
    const refused = await basics([...words, '654321'], { input: password });
    expect(refused).toMatchObject({ exitCode: 3, notes: expect.stringContaining('This code is not correct.') });
  });

  test.each([
    [
      'HUMAN_VERIFICATION_NEEDED',
      422,
      /^basics: HUMAN_VERIFICATION_NEEDED: .* Next: Sign in once at http.*\/sign-in in/,
    ],
    ['TOO_MANY_ATTEMPTS', 429, /^basics: SIGN_IN_REFUSED: .* Next: Wait 17 seconds, then run it again\.$/],
    ['ACCOUNT_PROBLEM', 403, /^basics: SIGN_IN_REFUSED: .* Next: Find the support address at /],
  ])('%s names the next step', async (code, status, notes) => {
    portal.refuses = { status, code, retryAfter: 17 };
    const answer = await basics(['sign-in'], { answers: [login, password] });
    expect(answer).toMatchObject({ exitCode: 3, output: '', notes: expect.stringMatching(notes) });
  });

  test('without a terminal, it names the options to use', async () => {
    const answer = await basics(['sign-in']);
    expect(answer).toMatchObject({ exitCode: 2, notes: expect.stringContaining('--login NAME and --password-stdin') });
  });

  test('a question without an answer cancels the command', async () => {
    expect(await basics(['sign-in'], { answers: [login] })).toMatchObject({
      exitCode: 3,
      notes: expect.stringContaining('cancelled'),
    });
    expect(portal.receivedCalls).toEqual([]);
  });

  test('sends no password over an unencrypted connection to another computer', async () => {
    const answer = await basics(['sign-in', '--portal', 'http://portal.example'], { answers: [login, password] });
    expect(answer).toMatchObject({ exitCode: 1, asked: [], notes: expect.stringContaining('NOT_ENCRYPTED') });
  });

  test('does not follow a redirect', async () => {
    portal.refuses = { status: 307, code: '', location: `${portal.address}/core/api/auth/token` };
    const answer = await basics(['sign-in'], { answers: [login, password] });
    expect(answer).toMatchObject({ exitCode: 1, notes: expect.stringContaining('PORTAL_NOT_REACHED') });
    expect(portal.receivedCalls).toHaveLength(1);
  });

  test('an answer from another program is not mistaken for a portal', async () => {
    portal.refuses = { status: 200, code: '' };
    const answer = await basics(['sign-in'], { answers: [login, password] });
    expect(answer).toMatchObject({ exitCode: 1, notes: expect.stringContaining('is not a Basics Portal') });
  });
});

describe('basics sign-out', () => {
  test('ends the session at the portal and here', async () => {
    await signedIn();
    expect(await basics(['sign-out'])).toMatchObject({ exitCode: 0, output: `Signed out of ${portal.address}.` });
    expect(portal.sessions()).toEqual([]);
    expect(existsSync(sessionFile())).toBe(false);
    expect(await basics(['sign-out'])).toMatchObject({ exitCode: 0, output: 'You were not signed in.' });
  });

  test('a session that has already ended is no error', async () => {
    await signedIn();
    portal.endSessions();
    expect((await basics(['sign-out'])).exitCode).toBe(0);
  });

  test('when the portal cannot be reached, the session is removed here and a message says so', async () => {
    await signedIn();
    await portal.close();
    expect(await basics(['sign-out'])).toMatchObject({
      exitCode: 1,
      notes: expect.stringContaining('You are signed out on this PC, but the portal could not be reached'),
    });
    expect(existsSync(sessionFile())).toBe(false);
  });
});
