import { beforeEach, describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { altcha, solveChallenge } from '#server/testing/records/human.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { createHumanVerification, type HumanSettings } from './human-verification.ts';
import { Problem } from '#server/platform/problem.ts';

const portalAddress = '127.0.0.1';

/** Returns `ok` if the verification succeeds, or the code of the problem that it throws. */
const readOutcome = (verification: Promise<void>): Promise<string> =>
  verification.then(
    () => 'ok',
    (thrownError: unknown) => (thrownError instanceof Problem ? thrownError.code : String(thrownError)),
  );

/** Decodes an answer, changes its JSON, and encodes it again. */
const changeAnswer = (answer: string, change: (from: string) => string): string =>
  Buffer.from(change(Buffer.from(answer, 'base64').toString())).toString('base64');

describe.each(databases)('a proof of work (%s)', (kind) => {
  const portal = suitePortal(kind, { humanSettings: altcha });
  const createHumanAt = (now: () => number, settings = altcha) =>
    createHumanVerification({
      settings,
      db: portal().database.kysely,
      clock: now,
      fetch: () => Promise.reject(new Error()),
    });

  test('if the same answer is sent twenty times at the same time, it is accepted once', async () => {
    const solvedChallenge = await solveChallenge(portal());
    const verification = createHumanAt(portal().now);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => readOutcome(verification.requireHuman(solvedChallenge, portalAddress))),
    );
    expect(outcomes.filter((outcomeText) => outcomeText === 'ok')).toHaveLength(1);
    const changedAnswer = changeAnswer(solvedChallenge, (text) => ` ${text.replace('"time":', '"more":1,"time":')}`);
    expect(await readOutcome(verification.requireHuman(changedAnswer, portalAddress)), 'the same in other words').toBe(
      'HUMAN_VERIFICATION_NEEDED',
    );
  });

  test('the solution of a challenge is accepted within ten minutes, and not later', async () => {
    const solvedChallenge = await solveChallenge(portal());
    const lateHuman = createHumanAt(() => portal().now() + minutes(10));
    const humanInTime = createHumanAt(() => portal().now() + minutes(10) - 1000);
    expect(await readOutcome(lateHuman.requireHuman(solvedChallenge, portalAddress))).toBe('HUMAN_VERIFICATION_NEEDED');
    expect(await readOutcome(humanInTime.requireHuman(solvedChallenge, portalAddress))).toBe('ok');
  });

  test.each<[string, (from: string) => string]>([
    ['a cheaper one', (text) => text.replace('"cost":1000', '"cost":1')],
    ['a longer life', (text) => text.replace(/"until":\d+/, '"until":9999999999')],
    ['another nonce', (text) => text.replace(/"nonce":"[^"]+/, `"nonce":"${'0'.repeat(32)}`)],
    ['another key', (text) => text.replace(/"derivedKey":"[^"]+/, `"derivedKey":"${'0'.repeat(64)}`)],
    ['no solution', (text) => text.replace('"solution"', '"nothing"')],
    ['no JSON', () => '{'],
    ['nothing', () => ''],
  ])('a solution with %s is refused', async (_, change) => {
    const changedAnswer = changeAnswer(await solveChallenge(portal()), change);
    expect(await readOutcome(createHumanAt(portal().now).requireHuman(changedAnswer, portalAddress))).toBe(
      'HUMAN_VERIFICATION_NEEDED',
    );
  });

  test('a challenge that another portal has created is refused', async () => {
    const verification = createHumanAt(portal().now, { ...altcha, secret: 'another' });
    expect(await readOutcome(verification.requireHuman(await solveChallenge(portal()), portalAddress))).toBe(
      'HUMAN_VERIFICATION_NEEDED',
    );
  });
});

describe.each(['turnstile', 'hcaptcha', 'recaptcha'] as const)('the human verification service %s', (kind) => {
  const portal = suitePortal('SQLite');
  const settings: HumanSettings = { kind, siteKey: 'site', secret: 'our secret' };
  const siteRequests: { url: string; form: string }[] = [];
  beforeEach(() => void siteRequests.splice(0));
  const createHuman = (fetch: typeof globalThis.fetch) =>
    createHumanVerification({ settings, db: portal().database.kysely, clock: portal().now, fetch });
  const createSiteFetch = (body: unknown): typeof globalThis.fetch => {
    return async (url, init) => {
      const request = new Request(url, init);
      siteRequests.push({ url: request.url, form: await request.text() });
      return Response.json(body);
    };
  };

  test('each answer is checked at the address of the service, and is accepted once (T519)', async () => {
    const verification = createHuman(createSiteFetch({ success: true, hostname: 'portal.example' }));
    expect(await readOutcome(verification.requireHuman(`${kind} good`, '192.0.2.7'))).toBe('ok');
    expect(await readOutcome(verification.requireHuman(`${kind} good`, '192.0.2.7'))).toBe('HUMAN_VERIFICATION_NEEDED');
    expect(siteRequests[0]?.url).toMatch(/^https:\/\/[^/]*(cloudflare|hcaptcha|google)\.com\/[\w/]*siteverify$/);
    expect(Object.fromEntries(new URLSearchParams(siteRequests[0]?.form))).toEqual({
      secret: 'our secret',
      response: `${kind} good`,
      remoteip: '192.0.2.7',
    });
  });

  test('an answer that the service refuses gets HUMAN_VERIFICATION_NEEDED', async () => {
    expect(await readOutcome(createHuman(createSiteFetch({ success: false })).requireHuman('bad', portalAddress))).toBe(
      'HUMAN_VERIFICATION_NEEDED',
    );
    expect(
      await readOutcome(createHuman(createSiteFetch({ success: true, score: 0.1 })).requireHuman('low', portalAddress)),
    ).toBe('HUMAN_VERIFICATION_NEEDED');
  });

  test('every verification fails when the service cannot be reached or sends an invalid answer (T520)', async () => {
    expect(
      await readOutcome(createHuman(() => Promise.reject(new Error('down'))).requireHuman('any', portalAddress)),
    ).toBe('BUSY');
    expect(
      await readOutcome(createHuman(() => Promise.resolve(new Response('<html>'))).requireHuman('any', portalAddress)),
    ).toBe('BUSY');
    expect(await readOutcome(createHuman(createSiteFetch({ ok: 1 })).requireHuman('any', portalAddress))).toBe('BUSY');
  });
});
