import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAfterResponse } from './after-response.ts';

const log = pino({ level: 'silent' });

test('a background action is not started again with the same name and key until it has ended or failed', async () => {
  const afterResponse = createAfterResponse(log);
  const runs: string[] = [];
  const failingAction = async (key: string) => {
    runs.push(key);
    throw new Error('no disk');
  };
  for (const key of ['a', 'a', 'b', 'a']) afterResponse.runOnce('work', key, () => failingAction(key));
  await afterResponse.settled();
  expect(runs).toEqual(['a', 'b']);
  afterResponse.runOnce('work', 'a', () => failingAction('a again'));
  await afterResponse.settled();
  expect(runs).toEqual(['a', 'b', 'a again']);
});

test('a background action without a key is started each time', async () => {
  const afterResponse = createAfterResponse(log);
  let runCount = 0;
  for (let call = 0; call < 3; call += 1) afterResponse.run('work', async () => (runCount += 1));
  await afterResponse.settled();
  expect(runCount).toBe(3);
});
