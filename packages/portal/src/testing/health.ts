import { onTestFinished } from 'vitest';

/** Answers the check of readiness until the test ends; `stop` makes the server unreachable. */
export function answerHealth() {
  const originalFetch = globalThis.fetch;
  let isReachable = true;
  globalThis.fetch = async (input, init) => {
    if (input !== '/health/ready') return originalFetch(input, init);
    if (!isReachable) throw new TypeError('Failed to fetch');
    return Response.json({ status: 'ok' });
  };
  onTestFinished(() => {
    globalThis.fetch = originalFetch;
  });
  return {
    stop: () => {
      isReachable = false;
    },
    start: () => {
      isReachable = true;
    },
  };
}
