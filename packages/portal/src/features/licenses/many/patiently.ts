import { ApiProblem } from '#portal/api/api-problem.ts';

type Patience = {
  signal: AbortSignal;
  /** Hears of each wait, in seconds. */
  onWait?: (seconds: number) => void;
};

/** How often, and how long at most, in seconds; what lasts longer is told instead of waited for. */
const mostAttempts = 6;
const longestWait = 90;

/** Asks, and where the portal is busy or has had enough for the moment, asks again after the time that it names. */
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
