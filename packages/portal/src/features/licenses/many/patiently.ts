import { ApiProblem } from '#portal/api/api-problem.ts';

type Patience = {
  signal: AbortSignal;
  /** Called with the length of each wait, in seconds. */
  onWait?: (seconds: number) => void;
};

/** The number of waits, and their longest length in seconds; a longer wait is reported as an error. */
const mostAttempts = 6;
const longestWait = 90;

/** Sends a request, and retries after the time in the answer if the portal is busy or the rate limit is reached. */
export async function patiently<T>(ask: () => Promise<T>, patience: Patience, attempt = 1): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const seconds = secondsToWait(error);
    if (seconds === null || attempt >= mostAttempts) throw error;
    patience.onWait?.(seconds);
    await pause(seconds * 1000, patience.signal);
  }
  return patiently(ask, patience, attempt + 1);
}

function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ApiProblem) || (error.code !== 'BUSY' && error.code !== 'TOO_MANY_ATTEMPTS')) return null;
  const seconds = error.retryAfterSeconds ?? 2;
  return seconds <= longestWait ? seconds : null;
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
