import { ApiProblem, isUnavailable } from '#portal/api/api-problem.ts';
import { connection } from '#portal/loading/connection.ts';

type RetryOptions = {
  signal: AbortSignal;
  /** Called with the length of each wait, in seconds. */
  onWait?: (seconds: number) => void;
};

/** The largest number of attempts for one call. */
const maxAttempts = 6;
/** The longest wait before a new attempt. If the server asks for a longer wait than this, the call fails. */
const maxWaitSeconds = 90;

/**
 * Sends a request. If the portal is busy or a rate limit is reached, the function sends the request again after the time that the answer
 * names. If the server is not ready, the function waits for it.
 */
export async function callWithRetries<T>(
  request: () => Promise<T>,
  options: RetryOptions,
  attemptNumber = 1,
): Promise<T> {
  try {
    return await callWhenReady(request, options.signal);
  } catch (error) {
    const seconds = readWaitSeconds(error);
    if (seconds === null || attemptNumber >= maxAttempts) throw error;
    options.onWait?.(seconds);
    await pause(seconds * 1000, options.signal);
  }
  return callWithRetries(request, options, attemptNumber + 1);
}

/** Sends a request. While the server is not ready, the function waits and sends the request again, until the signal is aborted. */
export const callWhenReady = <T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  connection.retry(request, {
    mayWait: async (error) => isUnavailable(error) && !(await connection.check()),
    signal,
  });

function readWaitSeconds(error: unknown): number | null {
  if (!(error instanceof ApiProblem) || (error.code !== 'BUSY' && error.code !== 'TOO_MANY_ATTEMPTS')) return null;
  const seconds = error.retryAfterSeconds ?? 2;
  return seconds <= maxWaitSeconds ? seconds : null;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
