import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createTestBench, type TestBench } from './bench.ts';
import { openPortal, type SmallPortal } from './small-portal.ts';

/**
 * Creates a test bench (a state folder with functions that run commands) for each test of a file. The result is a function that returns the
 * test bench of the current test.
 */
export function createBenchForEachTest(): () => TestBench {
  let createdBench: TestBench | undefined;
  beforeEach(() => {
    createdBench = createTestBench();
  });
  afterEach(() => createdBench?.remove());
  return () => requireCreated(createdBench);
}

export const login = 'anna@office.example';
export const password = 'Ink-Well 7';

/** Creates a test bench for each test of a file, and a small portal with one account, to which the commands connect. */
export function createPortalBenchForEachTest() {
  const bench = createBenchForEachTest();
  let openedPortal: SmallPortal | undefined;
  beforeEach(async () => {
    openedPortal = await openPortal({ login, password });
  });
  afterEach(async () => {
    await openedPortal?.close();
  });
  const portal = (): SmallPortal => requireCreated(openedPortal);
  const basics: TestBench['basics'] = async (args, runOptions = {}) =>
    bench().basics(args, { ...runOptions, env: { BASICS_PORTAL_URL: portal().address, ...runOptions.env } });
  return {
    bench,
    portal,
    basics,
    signIn: async (): Promise<unknown> => basics(['sign-in'], { answers: [login, password] }),
    sessionPath: (): string => join(bench().home, 'state', 'session.json'),
  };
}

function requireCreated<T>(fixture: T | undefined): T {
  if (fixture === undefined) throw new Error('The fixture is created before each test, and not earlier.');
  return fixture;
}
