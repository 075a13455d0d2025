import { onlineManager, QueryObserver, type MutationMeta } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { ApiProblem, createPortalProblem, type PortalProblemCode } from './api-problem.ts';
import { createQueryClient, failureAsToast } from './query-client.ts';

const createProblem = (code: PortalProblemCode): ApiProblem => new ApiProblem({ code, message: code, status: 400 });

async function runFailingWrite(reason: Error, meta: MutationMeta = failureAsToast) {
  const reportedCodes: string[] = [];
  const client = createQueryClient(({ code }) => reportedCodes.push(code));
  let attemptCount = 0;
  const failingWrite = client.getMutationCache().build(client, {
    meta,
    mutationFn: () => {
      attemptCount += 1;
      return Promise.reject(reason);
    },
  });
  await expect(failingWrite.execute(undefined)).rejects.toBe(reason);
  return { told: reportedCodes, tries: attemptCount };
}

test('a failed write with a temporary problem is reported once, and never retried automatically', async () => {
  expect(await runFailingWrite(createProblem('BUSY'))).toEqual({ told: ['BUSY'], tries: 1 });
});

test('if a write fails with NO_SESSION, no toast is shown (T057)', async () => {
  expect((await runFailingWrite(createProblem('NO_SESSION'))).told).toEqual([]);
});

test.each(['INTERNAL', 'STALE', 'SEAT_LIMIT'] as const)(
  'a failed write whose page shows the problem %s itself is not shown as a toast too',
  async (code) => {
    expect((await runFailingWrite(createProblem(code), {})).told).toEqual([]);
  },
);

test('an error in the code of the portal is not shown as a toast', async () => {
  expect((await runFailingWrite(new TypeError('x is undefined'))).told).toEqual([]);
});

test.each([
  [createPortalProblem('UNREACHABLE', 0), 3],
  [createProblem('BUSY'), 3],
  [createProblem('NOT_PERMITTED'), 1],
  [createProblem('NO_SESSION'), 1],
])('a query that fails with %s is requested %i times', async (error, requestCount) => {
  const client = createQueryClient(() => {});
  let attemptCount = 0;
  const queryFn = () => {
    attemptCount += 1;
    return Promise.reject(error);
  };
  const observer = new QueryObserver(client, { queryKey: ['licences'], queryFn, retryDelay: 0 });
  const unsubscribe = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().status).toBe('error');
  unsubscribe();
  expect(attemptCount).toBe(requestCount);
});

test('a change without a connection fails at once, and is not sent when the connection returns', async () => {
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  const client = createQueryClient(() => {});
  const sentChanges: string[] = [];
  const change = client.getMutationCache().build(client, {
    mutationFn: (name: string) => {
      sentChanges.push(name);
      return Promise.reject(createPortalProblem('UNREACHABLE', 0));
    },
  });
  await expect(change.execute('made offline')).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(change.state).toMatchObject({ status: 'error', isPaused: false });
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(sentChanges).toEqual(['made offline']);
});
