/** Stores whether the server answers. This state is used by parts of the portal that are loaded late, and by calls that got no answer. */
export type Connection = {
  /** Whether a request got no answer and the server has not answered since. */
  isLost: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /**
   * Sends one request that checks whether the server can be reached, and resolves with the result. Without an answer, the check continues in the background until the server answers.
   */
  check: () => Promise<boolean>;
  /** Resolves when the server answers; at once if the connection is not lost. */
  restored: () => Promise<void>;
};

type Dependencies = {
  /** Whether the server answers now; never rejects. */
  askServer: () => Promise<boolean>;
  /** Waits before the next attempt, in milliseconds; ends early when an event suggests that the server is reachable again. */
  pause: (ms: number) => Promise<void>;
};

const firstWaitMs = 500;
const longestWaitMs = 5000;

export function createConnection({ askServer, pause }: Dependencies): Connection {
  const listeners = new Set<() => void>();
  let isLost = false;
  let waiting: Promise<void> | undefined;

  function setLost(isNowLost: boolean): void {
    if (isNowLost === isLost) return;
    isLost = isNowLost;
    for (const listener of listeners) listener();
  }

  async function askUntilAnswered(): Promise<void> {
    for (let pauseMs = firstWaitMs; !(await askServer()); pauseMs = Math.min(2 * pauseMs, longestWaitMs)) {
      setLost(true);
      await pause(pauseMs);
    }
    waiting = undefined;
    setLost(false);
  }

  function restored(): Promise<void> {
    waiting ??= askUntilAnswered();
    return waiting;
  }

  return {
    isLost: () => isLost,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async check() {
      if (isLost) return false;
      const hasAnswer = await askServer();
      if (!hasAnswer) void restored();
      return hasAnswer;
    },
    restored,
  };
}

/** A proxy answers with one of these status codes while the server restarts (RFC 9110, 15.6.3 to 15.6.5). */
const unavailableStatuses = [502, 503, 504];
const timeoutMs = 5000;

async function requestHealth(): Promise<boolean> {
  try {
    const response = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    return !unavailableStatuses.includes(response.status);
  } catch (error) {
    // Without an answer, fetch rejects with a TypeError, or with the reason of the timeout (Fetch 5.6).
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}

const pauseOrOnline = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const stopController = new AbortController();
    const end = (): void => {
      stopController.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: stopController.signal });
  });

/**
 * The connection of this page. The connection is a global value, because modules load their parts before any component could pass it to
 * them.
 */
export const connection = createConnection({ askServer: requestHealth, pause: pauseOrOnline });
