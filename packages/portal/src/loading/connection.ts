/** Whether the server answers. Parts of the portal that are fetched late, and calls that get no answer, ask here. */
export type Connection = {
  /** True from the moment in which the server did not answer until it answers again. */
  isLost: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Asks the server once; while it does not answer, the portal goes on asking by itself. */
  check: () => Promise<boolean>;
  /** Resolves as soon as the server answers: at once when it does. */
  restored: () => Promise<void>;
};

type Needs = {
  /** Whether the server answers now; never rejects. */
  ask: () => Promise<boolean>;
  /** Waits before the next attempt, in milliseconds; ends early where there is a sign that an attempt is worth it. */
  pause: (ms: number) => Promise<void>;
};

const firstWaitMs = 500;
const longestWaitMs = 5000;

export function createConnection({ ask, pause }: Needs): Connection {
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

/** A proxy answers in place of a server that is being restarted with one of these (RFC 9110 15.6.3 to 15.6.5). */
const absent = [502, 503, 504];
const patienceMs = 5000;

async function askServer(): Promise<boolean> {
  try {
    const response = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    return !absent.includes(response.status);
  } catch (error) {
    // No answer at all: fetch rejects with a TypeError, or with the reason of the time limit (Fetch 5.6).
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

/** The one of this page: modules fetch their parts before any component could hand it to them. */
export const connection = createConnection({ ask: askServer, pause: pauseOrOnline });
