import { ApiProblem } from '#portal/api/api-problem.ts';

type RetryOptions = {
  signal: AbortSignal;
  /** Called with the length of each wait, in seconds. */
  onWait?: (seconds: number) => void;
};

/** The number of waits, and their longest length in seconds; a longer wait is reported as an error. */
const maxAttempts = 6;
const maxWaitSeconds = 90;

/** Sends a request, and retries after the time in the answer if the portal is busy or the rate limit is reached. */
export async function callWithRetries<T>(ask: () => Promise<T>, patience: RetryOptions, attempt = 1): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const seconds = readWaitSeconds(error);
    if (seconds === null || attempt >= maxAttempts) throw error;
    patience.onWait?.(seconds);
    await pause(seconds * 1000, patience.signal);
  }
  return callWithRetries(ask, patience, attempt + 1);
}

function readWaitSeconds(error: unknown): number | null {
  if (!(error instanceof ApiProblem) || (error.code !== 'BUSY' && error.code !== 'TOO_MANY_ATTEMPTS')) return null;
  const seconds = error.retryAfterSeconds ?? 2;
  return seconds <= maxWaitSeconds ? seconds : null;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resume, stop) => {
    signal.throwIfAborted();
    const timer = setTimeout(resume, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      stop(signal.reason);
    });
  });
