import { setImmediate } from 'node:timers';
import { expect, test } from 'vitest';
import { createTurnQueue } from './sqlite-driver.ts';

test('waiting callers run in their order, and other events are handled between two callers', async () => {
  const queue = createTurnQueue(60_000);
  const steps: string[] = [];
  await queue.take();
  const recordTurn = async (step: string) => {
    await queue.take();
    steps.push(step);
    queue.give();
  };
  const waitingCallers = ['first', 'second'].map(recordTurn);
  setImmediate(() => steps.push('event'));
  queue.give();
  await Promise.all(waitingCallers);
  expect(steps).toEqual(['event', 'first', 'second']);
  await queue.take();
});
