import { onTestFinished } from 'vitest';

/** Answers the health check until the test ends; `stop` makes the server unreachable. */
export function answerHealth() {
  const before = globalThis.fetch;
  let isThere = true;
  globalThis.fetch = async (input, init) => {
    if (input !== '/healthz') return before(input, init);
    if (!isThere) throw new TypeError('Failed to fetch');
    return Response.json({ status: 'ok' });
  };
  onTestFinished(() => {
    globalThis.fetch = before;
  });
  return {
    stop: () => {
      isThere = false;
    },
    start: () => {
      isThere = true;
    },
  };
}
