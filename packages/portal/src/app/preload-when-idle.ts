import { preloadToasts } from '#portal/ui/feedback/toasts.tsx';
import { routeTable } from './route-table.tsx';
import { wayOf } from './guard.ts';
import type { Session } from '#portal/session/session.ts';

/**
 * Fetches, while the browser is idle, what later pages and messages need: first what shows toasts and the way back in, then the
 * pages that the user may open. A connection that is lost later finds them here. Gives back the way to stop.
 */
export function preloadWhenIdle(session: Session): () => void {
  const stop = new AbortController();
  void preloadAll(session, stop.signal);
  return () => stop.abort();
}

async function preloadAll(session: Session, signal: AbortSignal): Promise<void> {
  const done = new Set<() => Promise<unknown>>();
  for (;;) {
    await idle();
    if (signal.aborted) return;
    const next = [preloadToasts, ...loadsFor(session)].find((load) => !done.has(load));
    if (!next) {
      await changed(session, signal);
      continue;
    }
    done.add(next);
    // What cannot be fetched now is fetched when it is opened, and then the failure shows.
    await next().catch(() => undefined);
  }
}

/** What the user of this moment may open. */
function loadsFor(session: Session): (() => Promise<unknown>)[] {
  const { user } = session.state();
  return routeTable.flatMap((row) =>
    row.screen && (row.path === '/sign-in' || wayOf(row, user) === 'enter') ? [row.screen.load] : [],
  );
}

const changed = (session: Session, signal: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const end = (): void => {
      unsubscribe();
      resume();
    };
    const unsubscribe = session.subscribe(end);
    signal.addEventListener('abort', end, { once: true });
  });

const laterMs = 200;

/** Safari has no requestIdleCallback yet. */
const idle = (): Promise<unknown> =>
  new Promise((resume) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resume, { timeout: 5000 });
    else setTimeout(resume, laterMs);
  });
