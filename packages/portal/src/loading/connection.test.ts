import { expect, test, vi } from 'vitest';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { createConnection, type Readiness } from './connection.ts';

/**
 * Opens a connection to a server that gives these answers, one for each request and after `tookMs`, and is ready after them. A number is
 * Retry-After in seconds.
 */
function openConnection(answers: ('ready' | 'none' | number)[], tookMs = 0) {
  const waits: string[] = [];
  const lostStates: boolean[] = [];
  const askServer = vi.fn<() => Promise<Readiness>>(async () => {
    const answer = answers.shift() ?? 'ready';
    return { isReady: answer === 'ready', retryAfterMs: typeof answer === 'number' ? answer * 1000 : 0, tookMs };
  });
  const connection = createConnection({
    askServer,
    pause: async (ms) => void waits.push(`pause ${ms}`),
    // The end of all attempts never comes, and the server asks for waits of seconds.
    delay: (ms) => (ms > 60_000 ? new Promise(() => {}) : Promise.resolve(void waits.push(`delay ${ms}`))),
  });
  connection.subscribe(() => lostStates.push(connection.isLost()));
  return { connection, askServer, waits, lostStates };
}

const busy = new ApiProblem({ code: 'BUSY', message: '', status: 503, retryAfterSeconds: 2 });
const unreachable = new ApiProblem({ code: 'UNREACHABLE', message: '', status: 0 });

test('when the server is ready, the connection counts as working and the next request is not delayed', async () => {
  const { connection, lostStates, waits } = openConnection(['ready', 'ready']);
  expect(await connection.check()).toBe(true);
  await connection.waitUntilReady();
  expect([lostStates, waits]).toEqual([[], []]);
});

test('requests to a server that does not answer are repeated after growing pauses of at most five seconds', async () => {
  const { connection, lostStates, waits } = openConnection(['none', 'none', 'none', 'none', 'none', 'none']);
  await connection.waitUntilReady();
  expect(waits).toEqual([500, 1000, 2000, 4000, 5000, 5000].map((ms) => `pause ${ms}`));
  expect(lostStates).toEqual([true, false]);
});

test('a server that is not ready is asked again when it wants to be asked, and never earlier', async () => {
  const { connection, waits } = openConnection([5, 60, 0]);
  await connection.waitUntilReady();
  expect(waits).toEqual(['delay 5000', 'delay 60000', 'pause 2000']);
});

test('the time that an answer took is a part of the pause, so that a page asks once in five seconds (T1015)', async () => {
  const slow = openConnection(['none', 'none', 'none', 'none', 'none', 4, 4], 1000);
  await slow.connection.waitUntilReady();
  expect(slow.waits).toEqual(['pause 1000', 'pause 3000', 'pause 4000', 'delay 4000', 'delay 4000']);
  const silent = openConnection(['none', 'none', 'none', 'none', 'none'], 5000);
  await silent.connection.waitUntilReady();
  expect(silent.waits).toEqual([]);
});

test('after an hour, the server is asked again only when the browser or the user suggests it', async () => {
  const { connection, waits } = openConnection(Array.from({ length: 725 }, () => 'none' as const));
  await connection.waitUntilReady();
  expect(waits.indexOf('pause Infinity')).toBe(723);
});

test('a failed check is repeated automatically after a pause, and all callers share one series of requests', async () => {
  const { connection, askServer, lostStates, waits } = openConnection(['none', 'none']);
  expect(await Promise.all([connection.check(), connection.check()])).toEqual([false, false]);
  await Promise.all([connection.waitUntilReady(), connection.waitUntilReady()]);
  expect(waits).toEqual(['pause 500', 'pause 1000']);
  expect(askServer).toHaveBeenCalledTimes(3);
  expect(lostStates).toEqual([true, false]);
});

test('while the server is not ready, a check sends no additional request', async () => {
  const askServer = vi.fn<() => Promise<Readiness>>().mockResolvedValue({ isReady: false, retryAfterMs: 0, tookMs: 0 });
  const forever = () => new Promise<void>(() => {});
  const connection = createConnection({ askServer, pause: forever, delay: forever });
  await connection.check();
  expect(await connection.check()).toBe(false);
  expect([connection.isLost(), askServer.mock.calls.length]).toEqual([true, 1]);
});

test('an action that fails is repeated after growing pauses when the server is ready, and the connection counts as lost until it succeeds', async () => {
  const { connection, lostStates, waits } = openConnection(['none', 'ready']);
  const attempt = vi.fn<() => Promise<string>>();
  for (const error of [busy, unreachable, busy]) attempt.mockRejectedValueOnce(error);
  attempt.mockResolvedValue('done');
  expect(await connection.retry(attempt, { mayWait: () => true })).toBe('done');
  // After Retry-After (2 s), the server does not answer once. The second failure names no time, and the third names 2 s again.
  expect(waits).toEqual(['delay 2000', 'pause 500', 'pause 1000', 'delay 2000']);
  expect(lostStates).toEqual([true, false]);
});

test('an action is not repeated after an error that does not allow it, nor after the longest wait, nor when it is aborted', async () => {
  const { connection } = openConnection([]);
  await expect(connection.retry(() => Promise.reject(busy), { mayWait: () => false })).rejects.toBe(busy);
  const endlessConnection = createConnection({
    askServer: () => new Promise(() => {}),
    pause: () => new Promise(() => {}),
    delay: async (ms) => void (ms === 120_000 || (await new Promise(() => {}))),
  });
  const attempt = vi.fn<() => Promise<string>>().mockRejectedValue(unreachable);
  await expect(endlessConnection.retry(attempt, { mayWait: () => true, longestMs: 120_000 })).rejects.toBe(unreachable);
  const controller = new AbortController();
  const abortedRetry = endlessConnection.retry(() => Promise.reject(busy), {
    mayWait: () => true,
    signal: controller.signal,
  });
  controller.abort();
  await expect(abortedRetry).rejects.toBe(busy);
  expect([attempt.mock.calls.length, endlessConnection.isLost()]).toEqual([1, false]);
});
