import { expect, test, vi } from 'vitest';
import { createConnection } from './connection.ts';

/** Creates a connection to a server that answers, or does not, as the list says: one value for each attempt. */
function openConnection(hasAnswerPerAttempt: boolean[]) {
  const pausesMs: number[] = [];
  const lostStates: boolean[] = [];
  const connection = createConnection({
    askServer: async () => hasAnswerPerAttempt.shift() ?? true,
    pause: async (ms) => void pausesMs.push(ms),
  });
  connection.subscribe(() => lostStates.push(connection.isLost()));
  return { connection, pausesMs, lostStates };
}

test('when the server answers, the connection counts as working and the next request is not delayed', async () => {
  const { connection, lostStates, pausesMs } = openConnection([true, true]);
  expect(await connection.check()).toBe(true);
  await connection.waitUntilAnswered();
  expect([lostStates, pausesMs]).toEqual([[], []]);
});

test('requests to a server that does not answer are repeated after growing pauses of at most five seconds', async () => {
  const { connection, lostStates, pausesMs } = openConnection([false, false, false, false, false, false, true]);
  await connection.waitUntilAnswered();
  expect(pausesMs).toEqual([500, 1000, 2000, 4000, 5000, 5000]);
  expect(lostStates).toEqual([true, false]);
});

test('a failed check is repeated automatically, and all callers share one series of attempts', async () => {
  const { connection, lostStates, pausesMs } = openConnection([false, false, true]);
  expect(await connection.check()).toBe(false);
  await Promise.all([connection.waitUntilAnswered(), connection.waitUntilAnswered()]);
  expect(pausesMs).toEqual([500]);
  expect(lostStates).toEqual([true, false]);
});

test('while the connection is lost, a check sends no additional request', async () => {
  const askServer = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
  const { connection } = { connection: createConnection({ askServer, pause: () => new Promise(() => {}) }) };
  await connection.check();
  await vi.waitFor(() => expect(connection.isLost()).toBe(true));
  const callCountBefore = askServer.mock.calls.length;
  expect(await connection.check()).toBe(false);
  expect(askServer).toHaveBeenCalledTimes(callCountBefore);
});
