/** Knows whether the server answers. It is used by parts of the portal that are loaded late, and by calls that got no answer. */
export type Connection = {
  /** True from the first unanswered request until the server answers again. */
  isLost: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Asks the server once and resolves with the result. If there is no answer, it continues to ask in the background until there is one. */
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

/** A proxy answers with one of these while the server restarts (RFC 9110, 15.6.3 to 15.6.5). */
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
  new Promise((resume) => {
    const stop = new AbortController();
    const end = (): void => {
      stop.abort();
      clearTimeout(timer);
      resume();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: stop.signal });
  });

/** The connection of this page. It is a global value, because modules load their parts before any component could pass it to them. */
export const connection = createConnection({ askServer: requestHealth, pause: pauseOrOnline });
