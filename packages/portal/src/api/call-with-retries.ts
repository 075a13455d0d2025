import { ApiProblem } from '#portal/api/api-problem.ts';

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
 * names.
 */
export async function callWithRetries<T>(
  request: () => Promise<T>,
  options: RetryOptions,
  attemptNumber = 1,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const seconds = readWaitSeconds(error);
    if (seconds === null || attemptNumber >= maxAttempts) throw error;
    options.onWait?.(seconds);
    await pause(seconds * 1000, options.signal);
  }
  return callWithRetries(request, options, attemptNumber + 1);
}

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
