import { expect, test, vi } from 'vitest';
import { createConnection } from './connection.ts';

/** A connection to a server with these results, one per attempt. */
function openConnection(answers: boolean[]) {
  const pauses: number[] = [];
  const states: boolean[] = [];
  const connection = createConnection({
    askServer: async () => answers.shift() ?? true,
    pause: async (ms) => void pauses.push(ms),
  });
  connection.subscribe(() => states.push(connection.isLost()));
  return { connection, pauses, states };
}

test('when the server answers, the connection counts as working and the next request is not delayed', async () => {
  const { connection, states, pauses } = openConnection([true, true]);
  expect(await connection.check()).toBe(true);
  await connection.restored();
  expect([states, pauses]).toEqual([[], []]);
});

test('requests to a server that does not answer are repeated after growing pauses of at most five seconds', async () => {
  const { connection, states, pauses } = openConnection([false, false, false, false, false, false, true]);
  await connection.restored();
  expect(pauses).toEqual([500, 1000, 2000, 4000, 5000, 5000]);
  expect(states).toEqual([true, false]);
});

test('a failed check is repeated automatically, and all callers share one series of attempts', async () => {
  const { connection, states, pauses } = openConnection([false, false, true]);
  expect(await connection.check()).toBe(false);
  await Promise.all([connection.restored(), connection.restored()]);
  expect(pauses).toEqual([500]);
  expect(states).toEqual([true, false]);
});

test('while the connection is lost, a check sends no additional request', async () => {
  const ask = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
  const { connection } = { connection: createConnection({ askServer: ask, pause: () => new Promise(() => {}) }) };
  await connection.check();
  await vi.waitFor(() => expect(connection.isLost()).toBe(true));
  const callsBefore = ask.mock.calls.length;
  expect(await connection.check()).toBe(false);
  expect(ask).toHaveBeenCalledTimes(callsBefore);
});
