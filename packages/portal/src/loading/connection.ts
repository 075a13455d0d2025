/** Whether the server answers. Used by parts of the portal that are loaded late, and by calls that got no answer. */
export type Connection = {
  /** True from the first unanswered request until the server answers again. */
  isLost: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Asks the server once; if there is no answer, it keeps asking until there is one. */
  check: () => Promise<boolean>;
  /** Resolves as soon as the server answers: at once if the connection is not lost. */
  restored: () => Promise<void>;
};

type Dependencies = {
  /** Whether the server answers now; never rejects. */
  ask: () => Promise<boolean>;
  /** Waits before the next attempt, in milliseconds; ends early when an event suggests that the server is reachable again. */
  pause: (ms: number) => Promise<void>;
};

const firstWaitMs = 500;
const longestWaitMs = 5000;

export function createConnection({ ask, pause }: Dependencies): Connection {
  const listeners = new Set<() => void>();
  let isLost = false;
  let waiting: Promise<void> | undefined;

  function become(next: boolean): void {
    if (next === isLost) return;
    isLost = next;
    for (const listener of listeners) listener();
  }

  async function untilAnswered(): Promise<void> {
    for (let wait = firstWaitMs; !(await ask()); wait = Math.min(2 * wait, longestWaitMs)) {
      become(true);
      await pause(wait);
    }
    waiting = undefined;
    become(false);
  }

  function restored(): Promise<void> {
    waiting ??= untilAnswered();
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
      const answers = await ask();
      if (!answers) void restored();
      return answers;
    },
    restored,
  };
}

/** A proxy answers with one of these while the server restarts (RFC 9110, 15.6.3 to 15.6.5). */
const unavailableStatuses = [502, 503, 504];
const timeoutMs = 5000;

async function askServer(): Promise<boolean> {
  try {
    const response = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    return !unavailableStatuses.includes(response.status);
  } catch (error) {
    // No answer: fetch rejects with a TypeError, or with the reason of the timeout (Fetch 5.6).
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

/** Global for the page, because modules load their parts before any component could pass it to them. */
export const connection = createConnection({ ask: askServer, pause: pauseOrOnline });
