import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { createLicenceFile, createTestBench, homePc, start, type TestBench } from '#desktop/testing/bench.ts';
import { openPortal, type SmallPortal } from '#desktop/testing/small-portal.ts';

const [login, password] = ['anna@office.example', 'Ink-Well 7'];
let bench: TestBench;
let portal: SmallPortal;
let waits: number[];

beforeEach(async () => {
  bench = createTestBench();
  portal = await openPortal({ login, password });
  waits = [];
  portal.answers.set('/activation/device', () => ({
    status: 200,
    body: {
      device_code: 'device-1',
      user_code: 'WDJB-MJHT',
      verification_uri: `${portal.address}/activate`,
      verification_uri_complete: `${portal.address}/activate#c=WDJB-MJHT`,
      expires_in: 900,
      interval: 5,
    },
  }));
});

afterEach(async () => {
  await portal.close();
  bench.remove();
});

const basics: TestBench['basics'] = async (words, at = {}) =>
  bench.basics(words, {
    whileWaiting: (seconds) => void waits.push(seconds),
    ...at,
    env: { BASICS_PORTAL_URL: portal.address, ...at.env },
  });

/** The answers to the polls, the last one for all further polls: a problem, or `licence` for the licence file. */
function pollsGet(...answers: string[]): void {
  portal.answers.set('/activation/token', () => {
    const [next = ''] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return next === 'licence'
      ? { status: 200, body: { licence_file: createLicenceFile() } }
      : { status: next === 'INTERNAL' ? 500 : 400, body: { code: next } };
  });
}

function sentCode() {
  const sent = portal.asked.find(({ path }) => path === '/core/api/activation/device');
  const reading = readVerificationCode(String(sent?.body['verificationCode']), nodePrimitives);
  return reading.ok ? reading.value : undefined;
}

describe('basics activate', () => {
  test('shows the code, polls at the interval of the portal, and installs the licence', async () => {
    pollsGet('AUTHORIZATION_PENDING', 'SLOW_DOWN', 'AUTHORIZATION_PENDING', 'licence');
    const answer = await basics(['activate']);
    expect(answer).toMatchObject({ exitCode: 0, output: expect.stringContaining('Installed.\nVALID') });
    expect(answer.notes).toContain(`${portal.address}/activate\n  WDJB-MJHT`);
    expect(answer.opened).toEqual([]);
    expect(waits).toEqual([5, 5, 10, 10]);
    expect(portal.asked.at(-1)).toMatchObject({
      path: '/core/api/activation/token',
      body: { device_code: 'device-1' },
    });
    expect(sentCode()?.claims).toMatchObject({ machineName: 'OFFICE-PC', reason: 'new' });
    expect((await basics(['status', '--offline'])).exitCode).toBe(0);
  });

  test('in a terminal it opens the page with the code in the browser, unless --no-browser is given', async () => {
    pollsGet('licence');
    const terminal = { columns: 120, colours: false };
    expect((await basics(['activate'], { terminal })).opened).toEqual([`${portal.address}/activate#c=WDJB-MJHT`]);
    expect((await basics(['activate', '--no-browser'], { terminal })).opened).toEqual([]);
  });

  test('a licence for another PC is not installed', async () => {
    pollsGet('licence');
    expect(await basics(['activate'], { facts: homePc })).toMatchObject({
      exitCode: 13,
      notes: expect.stringContaining('OTHER_MACHINE'),
    });
  });

  test.each([
    ['ACCESS_DENIED', 'REFUSED_IN_PORTAL'],
    ['EXPIRED_TOKEN', 'NOT_CONFIRMED'],
    ['AUTHORIZATION_PENDING', 'NOT_CONFIRMED'],
  ])('when the portal then answers %s, it ends with %s', async (answered, code) => {
    pollsGet(answered);
    expect(await basics(['activate'])).toMatchObject({ exitCode: 3, notes: expect.stringContaining(code) });
    expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThanOrEqual(905);
  });

  test('without a network it shows the verification code to paste', async () => {
    const answer = await basics(['activate'], { env: { BASICS_PORTAL_URL: 'http://127.0.0.1:9' } });
    expect(answer).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^BV-[0-9A-Z-\n]+$/) });
    expect(answer.notes).toContain('Paste this code at http://127.0.0.1:9/license/verify');
  });

  test('a portal that cannot do this counts as none', async () => {
    portal.answers.set('/activation/device', () => ({ status: 404, body: { code: 'PAGE_NOT_FOUND' } }));
    expect(await basics(['activate'])).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^BV-/) });
  });

  test('while the portal is away it shows the code once after 10 seconds, and goes on', async () => {
    pollsGet('INTERNAL', 'INTERNAL', 'INTERNAL', 'licence');
    const answer = await basics(['activate']);
    expect(answer.exitCode).toBe(0);
    expect(answer.output.match(/^BV-/gm)).toHaveLength(1);
    expect(answer.output).toContain('VALID');
  });
});

describe('basics renew', () => {
  test('asks for a renewal', async () => {
    pollsGet('licence');
    await basics(['activate']);
    portal.asked.splice(0);
    expect((await basics(['renew'], { now: start + 60 })).exitCode).toBe(0);
    expect(sentCode()?.claims.reason).toBe('renew');
  });

  test('on a PC that is signed in nobody needs to confirm', async () => {
    await basics(['sign-in'], { answers: [login, password] });
    portal.answers.set('/activation/confirm', () => ({ status: 200, body: {} }));
    pollsGet('licence');
    const answer = await basics(['renew']);
    expect(answer.exitCode).toBe(0);
    expect(answer.notes).not.toContain('WDJB-MJHT');
    expect(portal.asked).toContainEqual(
      expect.objectContaining({ path: '/core/api/activation/confirm', body: { userCode: 'WDJB-MJHT' } }),
    );
  });

  test('if the portal refuses that, the person sees the reason and the code', async () => {
    await basics(['sign-in'], { answers: [login, password] });
    portal.answers.set('/activation/confirm', () => ({ status: 422, body: { message: 'All 2 PCs are in use.' } }));
    pollsGet('licence');
    expect((await basics(['renew'])).notes).toMatch(/All 2 PCs are in use\.[^]*WDJB-MJHT/);
  });
});
