/** Stores whether the server answers. Parts of the portal that are loaded late use this state, and so do calls that got no answer. */
export type Connection = {
  /** Whether a request got no answer and the server has not answered since. */
  isLost: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /**
   * Sends one request and resolves with whether the server has answered. If the server has not answered, requests are repeated in the
   * background until the server answers.
   */
  check: () => Promise<boolean>;
  /** Sends requests until the server answers, then resolves. */
  waitUntilAnswered: () => Promise<void>;
};

type Dependencies = {
  /** Whether the server answers now; never rejects. */
  askServer: () => Promise<boolean>;
  /** Waits for this time before the next attempt, or until an event suggests that the server can be reached again. */
  pause: (ms: number) => Promise<void>;
};

const firstWaitMs = 500;
const longestWaitMs = 5000;

export function createConnection({ askServer, pause }: Dependencies): Connection {
  const listeners = new Set<() => void>();
  let isLost = false;
  let repeatedRequests: Promise<void> | undefined;

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
    repeatedRequests = undefined;
    setLost(false);
  }

  function waitUntilAnswered(): Promise<void> {
    repeatedRequests ??= askUntilAnswered();
    return repeatedRequests;
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
      if (!hasAnswer) void waitUntilAnswered();
      return hasAnswer;
    },
    waitUntilAnswered,
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

const pauseUntilOnline = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const stopController = new AbortController();
    const stopPause = (): void => {
      stopController.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(stopPause, ms);
    window.addEventListener('online', stopPause, { signal: stopController.signal });
  });

/**
 * The connection between this page and the server. The connection is a global value, because modules load lazy parts before any component
 * could pass the connection to them.
 */
export const connection = createConnection({ askServer: requestHealth, pause: pauseUntilOnline });
