import { readRetryAfterMs, readWaitSeconds } from '#portal/api/api-problem.ts';

/** Stores whether the server can serve users. Everything that waits for the server uses this state. */
export type Connection = {
  /** Whether something waits for the server: a request failed, and the server was not ready since. */
  isLost: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /**
   * Asks the server once and resolves with whether it is ready. If it is not ready, it is asked again in the background until it is ready.
   */
  check: () => Promise<boolean>;
  /** Asks the server until it is ready, then resolves. */
  waitUntilReady: () => Promise<void>;
  /**
   * Runs `attempt` until it succeeds. After a failure, waits for a pause that grows with each failure, and until the server is ready.
   * Rejects with the last error when `mayWait` forbids to wait, after `longestMs`, or when the signal is aborted.
   */
  retry: <Result>(attempt: () => Promise<Result>, options: RetryOptions) => Promise<Result>;
};

type RetryOptions = {
  /** Whether the server may recover from this error; `failureCount` is 1 after the first failure. */
  mayWait: (error: unknown, failureCount: number) => boolean | Promise<boolean>;
  /** The longest time in milliseconds between the first failure and the end of all attempts. */
  longestMs?: number;
  signal?: AbortSignal;
};

/**
 * Whether the server can serve users now, and the time that it asks clients to wait before the next request (Retry-After). The time that the
 * answer took is a part of the pause before the next request.
 */
export type Readiness = { isReady: boolean; retryAfterMs: number; tookMs: number };

type Dependencies = {
  /** Asks the server whether it is ready; never rejects. */
  askServer: () => Promise<Readiness>;
  /** Waits for this time, or until an event suggests that the server can be reached again. */
  pause: (ms: number) => Promise<void>;
  /** Waits for exactly this time. */
  delay: (ms: number) => Promise<void>;
};

const firstWaitMs = 500;
const longestWaitMs = 5000;
/** After an hour, the server is asked again only when an event suggests that it can be reached. */
const longestSeriesMs = 3_600_000;

export function createConnection(dependencies: Dependencies): Connection {
  const { isLost, subscribe, startWaiting } = createWaitCounter();
  const { check, waitUntilReady } = createReadinessCheck(dependencies, startWaiting);

  async function retry<Result>(
    attempt: () => Promise<Result>,
    { mayWait, longestMs = Infinity, signal }: RetryOptions,
  ): Promise<Result> {
    let stopWaiting: (() => void) | undefined;
    const isAborted = new Promise<true>((resolve) => signal?.addEventListener('abort', () => resolve(true)));
    let isOver: Promise<true> | undefined;
    try {
      for (let failureCount = 1; ; failureCount += 1) {
        try {
          return await attempt();
        } catch (error) {
          if (signal?.aborted || !(await mayWait(error, failureCount))) throw error;
          stopWaiting ??= startWaiting();
          isOver ??= Promise.race([isAborted, dependencies.delay(longestMs).then(() => true as const)]);
          const pauseMs = growPause(failureCount);
          const isReady = waitBeforeNext(dependencies, pauseMs, readRetryAfterMs(error)).then(waitUntilReady);
          if (await Promise.race([isOver, isReady.then(() => false)])) throw error;
        }
      }
    } finally {
      stopWaiting?.();
    }
  }

  return { isLost, subscribe, check, waitUntilReady, retry };
}

/** Counts what waits for the server. */
function createWaitCounter() {
  const listeners = new Set<() => void>();
  let waitingCount = 0;

  function changeCount(difference: 1 | -1): void {
    const wasLost = waitingCount > 0;
    waitingCount += difference;
    if (wasLost !== waitingCount > 0) for (const listener of listeners) listener();
  }

  return {
    isLost: () => waitingCount > 0,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The connection counts as lost until the returned function is called. */
    startWaiting: () => {
      changeCount(1);
      return () => changeCount(-1);
    },
  };
}

function createReadinessCheck(dependencies: Dependencies, startWaiting: () => () => void) {
  const { askServer } = dependencies;
  let seriesOfRequests: Promise<void> | undefined;
  let currentRequest: Promise<Readiness> | undefined;

  async function askUntilReady(firstReadiness: Readiness): Promise<void> {
    const stopWaiting = startWaiting();
    let readiness = firstReadiness;
    let waitedMs = 0;
    for (let failureCount = 1; !readiness.isReady; failureCount += 1) {
      const { retryAfterMs, tookMs } = readiness;
      const pauseMs = waitedMs < longestSeriesMs ? growPause(failureCount) - tookMs : Infinity;
      waitedMs += tookMs + (await waitBeforeNext(dependencies, pauseMs, retryAfterMs));
      readiness = await askServer();
    }
    seriesOfRequests = undefined;
    stopWaiting();
  }

  async function check(): Promise<boolean> {
    if (seriesOfRequests) return false;
    // Several calls that fail at the same time cause only one request.
    currentRequest ??= askServer();
    const readiness = await currentRequest;
    currentRequest = undefined;
    if (!readiness.isReady) seriesOfRequests ??= askUntilReady(readiness);
    return readiness.isReady;
  }

  async function waitUntilReady(): Promise<void> {
    await check();
    await seriesOfRequests;
  }

  return { check, waitUntilReady };
}

const growPause = (failureCount: number): number => Math.min(firstWaitMs * 2 ** (failureCount - 1), longestWaitMs);

/** Waits for the time that the server asks for, and for the rest of the pause, which an event can end. Returns the sum in milliseconds. */
async function waitBeforeNext({ delay, pause }: Dependencies, pauseMs: number, retryAfterMs: number): Promise<number> {
  if (retryAfterMs > 0) await delay(retryAfterMs);
  if (pauseMs > retryAfterMs) await pause(pauseMs - retryAfterMs);
  return Math.max(pauseMs, retryAfterMs);
}

const timeoutMs = 5000;

/** Asks whether the server is ready. A server that answers but has no database, for example, is not ready. */
async function requestReadiness(): Promise<Readiness> {
  const startTime = performance.now();
  const describe = (isReady = false, retryAfterMs = 0): Readiness => ({
    isReady,
    retryAfterMs,
    tookMs: performance.now() - startTime,
  });
  try {
    const { status, headers } = await fetch('/health/ready', {
      cache: 'no-store',
      // The answer waits up to a second for the database.
      headers: { prefer: 'wait=1' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // A proxy that hides this path answers 403 or 404. The portal behind it may be ready.
    const isReady = status < 500 && status !== 429;
    return describe(isReady, (readWaitSeconds(headers.get('retry-after')) ?? 0) * 1000);
  } catch (error) {
    // Without an answer, fetch rejects with a TypeError, or with the reason of the timeout (Fetch 5.6).
    if (error instanceof TypeError || error instanceof DOMException) return describe();
    throw error;
  }
}

/** The longest time that a timer of the browser can measure, in milliseconds (HTML, 8.7). */
const longestTimerMs = 2 ** 31 - 1;

const setDelay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    if (ms <= longestTimerMs) setTimeout(resolve, ms);
  });

/** Waits for this time, or until the browser is online again, or until the user comes back to this tab. */
const pauseUntilNotified = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const controller = new AbortController();
    const stopPause = (): void => {
      controller.abort();
      resolve();
    };
    void setDelay(ms).then(stopPause);
    window.addEventListener('online', stopPause, { signal: controller.signal });
    document.addEventListener('visibilitychange', () => document.hidden || stopPause(), { signal: controller.signal });
  });

/**
 * The connection between this page and the server. The connection is a global value, because modules load lazy parts before any component
 * could pass the connection to them.
 */
export const connection = createConnection({ askServer: requestReadiness, pause: pauseUntilNotified, delay: setDelay });
