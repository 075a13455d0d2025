import { beforeEach, describe, expect, test } from 'vitest';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { createLicenceFile, homePc, start, type TestBench } from '#desktop/testing/bench.ts';
import { login, password, createPortalBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const portalBench = createPortalBenchForEachTest();
const { portal } = portalBench;
let waitSeconds: number[];

beforeEach(() => {
  waitSeconds = [];
  portal().customReplies.set('/activation/device', () => ({
    status: 200,
    body: {
      device_code: 'device-1',
      user_code: 'WDJB-MJHT',
      verification_uri: `${portal().address}/activate`,
      verification_uri_complete: `${portal().address}/activate#c=WDJB-MJHT`,
      expires_in: 900,
      interval: 5,
    },
  }));
});

const basics: TestBench['basics'] = async (args, runOptions = {}) =>
  portalBench.basics(args, { whileWaiting: (seconds) => void waitSeconds.push(seconds), ...runOptions });

/**
 * Sets how the portal answers the polls of the command: with a problem code, or, for `licence`, with the licence file. All later polls get
 * the last of these answers.
 */
function setPollAnswers(...answers: string[]): void {
  portal().customReplies.set('/activation/token', () => {
    const [next = ''] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return next === 'licence'
      ? { status: 200, body: { licence_file: createLicenceFile() } }
      : { status: next === 'INTERNAL' ? 500 : 400, body: { code: next } };
  });
}

function readSentCode() {
  const sentCall = portal().receivedCalls.find(({ path }) => path === '/core/api/activation/device');
  const reading = readVerificationCode(String(sentCall?.body['verificationCode']), nodePrimitives);
  return reading.ok ? reading.value : undefined;
}

describe('basics activate', () => {
  test('basics activate shows the code, polls at the interval of the portal, and installs the licence', async () => {
    setPollAnswers('AUTHORIZATION_PENDING', 'SLOW_DOWN', 'AUTHORIZATION_PENDING', 'licence');
    const result = await basics(['activate']);
    expect(result).toMatchObject({ exitCode: 0, output: expect.stringContaining('Installed.\nVALID') });
    expect(result.errorOutput).toContain(`${portal().address}/activate\n  WDJB-MJHT`);
    expect(result.openedAddresses).toEqual([]);
    expect(waitSeconds).toEqual([5, 5, 10, 10]);
    expect(portal().receivedCalls.at(-1)).toMatchObject({
      path: '/core/api/activation/token',
      body: { device_code: 'device-1' },
    });
    expect(readSentCode()?.claims).toMatchObject({ machineName: 'OFFICE-PC', reason: 'new' });
    expect((await basics(['status', '--offline'])).exitCode).toBe(0);
  });

  test('in a terminal, basics activate opens the page with the code in the browser, unless --no-browser is given', async () => {
    setPollAnswers('licence');
    const terminal = { columns: 120, colours: false };
    expect((await basics(['activate'], { terminal })).openedAddresses).toEqual([
      `${portal().address}/activate#c=WDJB-MJHT`,
    ]);
    expect((await basics(['activate', '--no-browser'], { terminal })).openedAddresses).toEqual([]);
  });

  test('a licence for another PC is not installed', async () => {
    setPollAnswers('licence');
    expect(await basics(['activate'], { facts: homePc })).toMatchObject({
      exitCode: 13,
      errorOutput: expect.stringContaining('OTHER_MACHINE'),
    });
  });

  test.each([
    ['ACCESS_DENIED', 'REFUSED_IN_PORTAL'],
    ['EXPIRED_TOKEN', 'NOT_CONFIRMED'],
    ['AUTHORIZATION_PENDING', 'NOT_CONFIRMED'],
  ])('when the portal answers a poll with %s, the command ends with %s', async (portalReply, code) => {
    setPollAnswers(portalReply);
    expect(await basics(['activate'])).toMatchObject({ exitCode: 3, errorOutput: expect.stringContaining(code) });
    expect(waitSeconds.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThanOrEqual(905);
  });

  test('without a network, basics activate shows the verification code to paste', async () => {
    const result = await basics(['activate'], { env: { BASICS_PORTAL_URL: 'http://127.0.0.1:9' } });
    expect(result).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^BV-[0-9A-Z-\n]+$/) });
    expect(result.errorOutput).toContain('Paste this code at http://127.0.0.1:9/license/verify');
  });

  test('if the portal is too old to activate PCs directly, basics activate shows the verification code to paste', async () => {
    portal().customReplies.set('/activation/device', () => ({ status: 404, body: { code: 'PAGE_NOT_FOUND' } }));
    expect(await basics(['activate'])).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^BV-/) });
  });

  test('while the portal does not answer, basics activate shows the code once after 10 seconds and continues to poll', async () => {
    setPollAnswers('INTERNAL', 'INTERNAL', 'INTERNAL', 'licence');
    const result = await basics(['activate']);
    expect(result.exitCode).toBe(0);
    expect(result.output.match(/^BV-/gm)).toHaveLength(1);
    expect(result.output).toContain('VALID');
  });
});

describe('basics renew', () => {
  test('basics renew sends a code that requests a renewal', async () => {
    setPollAnswers('licence');
    await basics(['activate']);
    portal().receivedCalls.splice(0);
    expect((await basics(['renew'], { now: start + 60 })).exitCode).toBe(0);
    expect(readSentCode()?.claims.reason).toBe('renew');
  });

  test('if the user is signed in on this PC, basics renew needs no confirmation in the browser', async () => {
    await basics(['sign-in'], { answers: [login, password] });
    portal().customReplies.set('/activation/confirm', () => ({ status: 200, body: {} }));
    setPollAnswers('licence');
    const result = await basics(['renew']);
    expect(result.exitCode).toBe(0);
    expect(result.errorOutput).not.toContain('WDJB-MJHT');
    expect(portal().receivedCalls).toContainEqual(
      expect.objectContaining({ path: '/core/api/activation/confirm', body: { userCode: 'WDJB-MJHT' } }),
    );
  });

  test('if the portal refuses to confirm with the session, basics renew shows the reason and the code to confirm in the browser', async () => {
    await basics(['sign-in'], { answers: [login, password] });
    portal().customReplies.set('/activation/confirm', () => ({
      status: 422,
      body: { message: 'All 2 PCs are in use.' },
    }));
    setPollAnswers('licence');
    expect((await basics(['renew'])).errorOutput).toMatch(/All 2 PCs are in use\.[^]*WDJB-MJHT/);
  });
});
