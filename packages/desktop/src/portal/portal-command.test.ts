import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { createLicenceFile, start } from '#desktop/testing/bench.ts';
import { openPortal } from '#desktop/testing/small-portal.ts';
import { login, password, createPortalBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const { bench, portal, basics, signIn, sessionPath } = createPortalBenchForEachTest();

const createHandoffLink = (index: number): string => `${portal().address}/auth/temp?token=jump-${index}`;

describe('basics portal', () => {
  test('basics portal opens the given path in the browser and signs the user in', async () => {
    await signIn();
    const result = await basics(['portal', '/account']);
    expect(result).toMatchObject({
      exitCode: 0,
      output: '',
      openedAddresses: [createHandoffLink(1)],
      askedQuestions: [],
    });
    expect(portal().receivedCalls.at(-1)).toMatchObject({ path: '/core/api/auth/handoff', body: { path: '/account' } });
  });

  test('without a path, basics portal opens the page that issues a licence, with a new code of this PC, and stores the keys of the portal', async () => {
    await signIn();
    const result = await basics(['portal']);
    expect(result.errorOutput).toContain('First connection to this portal');
    const { path } = portal().receivedCalls.at(-1)?.body ?? {};
    expect(path).toMatch(/^\/license\/verify#c=BV-/);
    expect(readClaims(path)).toMatchObject({ reason: 'new', machineName: 'OFFICE-PC' });
  });

  test('when a licence is installed, the code in the link of basics portal requests a renewal', async () => {
    await bench().trust();
    await bench().install(createLicenceFile());
    await signIn();
    await basics(['portal'], { now: start + 60 });
    expect(readClaims(portal().receivedCalls.at(-1)?.body['path'])).toMatchObject({ reason: 'renew' });
  });

  test('if there is no session, basics portal asks the user to sign in, and stores the session', async () => {
    const firstRun = await basics(['portal', '/'], { answers: [login, password] });
    expect(firstRun).toMatchObject({ exitCode: 0, openedAddresses: [createHandoffLink(1)] });
    expect((await basics(['portal', '/'])).openedAddresses).toEqual([createHandoffLink(2)]);
  });

  test('when the session has expired, basics portal asks only for the password, and replaces the session', async () => {
    await signIn();
    portal().endSessions();
    const result = await basics(['portal', '/'], { answers: [password] });
    expect(result).toMatchObject({ exitCode: 0, openedAddresses: [createHandoffLink(1)] });
    expect(result.askedQuestions.map(({ question }) => question)).toEqual([`Password of ${login}: `]);
    expect(result.errorOutput).toContain('has ended');
  });

  test('if the session has expired and there is no terminal, basics portal says how to sign in, and removes the session', async () => {
    await signIn();
    portal().endSessions();
    expect(await basics(['portal', '/'])).toMatchObject({
      exitCode: 3,
      openedAddresses: [],
      errorOutput: expect.stringMatching(/has ended\.\nbasics: NOT_SIGNED_IN: .*basics sign-in --login NAME/),
    });
    expect(existsSync(sessionPath())).toBe(false);
  });

  test('with --print, basics portal prints the address and opens no browser', async () => {
    await signIn();
    expect(await basics(['portal', '/', '--print'])).toMatchObject({
      exitCode: 0,
      output: createHandoffLink(1),
      openedAddresses: [],
    });
  });

  test('without a browser, basics portal says so and prints the address', async () => {
    await signIn();
    const result = await basics(['portal', '/'], { hasBrowser: false });
    expect(result).toMatchObject({
      exitCode: 0,
      output: createHandoffLink(1),
      errorOutput: expect.stringContaining('No browser'),
    });
  });

  test('basics portal sends the session only to the portal that created it', async () => {
    await signIn();
    const otherPortal = await openPortal({ login, password });
    expect((await basics(['portal', '/'], { env: { BASICS_PORTAL_URL: otherPortal.address } })).exitCode).toBe(3);
    expect(otherPortal.receivedCalls).toEqual([]);
    await otherPortal.close();
  });

  test.each(['account', '//evil.example', '/\\evil.example', 'https://evil.example', '/a b'])(
    '%s is not a path of the portal',
    async (path) => {
      await signIn();
      expect(await basics(['portal', path])).toMatchObject({ exitCode: 2, openedAddresses: [] });
      expect(portal().receivedCalls).toHaveLength(1);
    },
  );

  test('a damaged session file counts as no session', async () => {
    await signIn();
    writeFileSync(sessionPath(), '{"portal":');
    expect(await basics(['portal', '/'])).toMatchObject({ exitCode: 3 });
  });

  test('when the portal cannot be reached, basics portal prints an error and the next step', async () => {
    await signIn();
    await portal().close();
    const result = await basics(['portal', '/']);
    expect(result).toMatchObject({
      exitCode: 1,
      errorOutput: expect.stringMatching(/^basics: PORTAL_NOT_REACHED: Cannot reach .* Next: .*BASICS_PORTAL_URL/),
    });
    expect(existsSync(sessionPath())).toBe(true);
  });
});

function readClaims(path: unknown): unknown {
  const reading = readVerificationCode(String(path).replace('/license/verify#c=', ''), nodePrimitives);
  return reading.ok ? reading.value.claims : reading.refusal;
}
