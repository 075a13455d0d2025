import { registerServiceWorker } from '#portal/loading/register-service-worker.ts';
import { preloadToasts } from '#portal/ui/feedback/toasts.tsx';
import { routeTable } from './route-table.tsx';
import { decideRoute } from './guard.ts';
import type { Session } from '#portal/session/session.ts';

/**
 * While the browser is idle, loads the scripts of later pages and messages, so that they still work if the connection is lost later. The
 * order: toasts, errors of forms, the menu of a narrow window and the layouts; then the pages that the user may open; then the service
 * worker. A service worker that already serves this page comes first, so that it is updated or removed even if the visit is short. Returns
 * a function that stops the preloading and the service worker.
 */
export function preloadWhenIdle(session: Session): () => void {
  const controller = new AbortController();
  void preloadAll(session, controller.signal);
  return () => controller.abort();
}

async function preloadAll(session: Session, signal: AbortSignal): Promise<void> {
  const loadedParts = new Set<() => Promise<unknown>>();
  for (;;) {
    await waitUntilIdle();
    if (signal.aborted) return;
    const pageLoads = [
      preloadToasts,
      loadProblemNotice,
      loadDrawer,
      ...listLayoutLoads(session),
      ...listLoads(session),
    ];
    const loads = hasServiceWorker() ? [registerServiceWorker, ...pageLoads] : [...pageLoads, registerServiceWorker];
    const nextLoad = loads.find((loadPart) => !loadedParts.has(loadPart));
    if (nextLoad) loadedParts.add(nextLoad);
    // After a failure nothing more is preloaded: each page is loaded when it is opened, and then a failure is shown.
    if (!nextLoad || !(await isLoaded(nextLoad))) await waitForChange(session, signal);
  }
}

/** Whether a service worker serves this page. In an insecure context, browsers have none. */
const hasServiceWorker = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

const isLoaded = (loadPart: () => Promise<unknown>): Promise<boolean> =>
  loadPart().then(
    () => true,
    () => false,
  );

const loadProblemNotice = (): Promise<unknown> => import('#portal/session/editing/problem-notice.tsx');
const loadDrawer = (): Promise<unknown> => import('./layouts/menu-drawer.tsx');

const loadOpenLayout = (): Promise<unknown> => import('./layouts/open-layout.tsx');
const loadShellLayout = (): Promise<unknown> => import('./layouts/shell-layout.tsx');

/** The layouts around the pages that the current user may open. The layout for visitors is always loaded. */
const listLayoutLoads = (session: Session): (() => Promise<unknown>)[] =>
  session.state().user === null ? [loadOpenLayout] : [loadShellLayout, loadOpenLayout];

/** The pages that the current user may open. */
function listLoads(session: Session): (() => Promise<unknown>)[] {
  const { user } = session.state();
  return routeTable.flatMap((row) =>
    row.screen && (row.path === '/sign-in' || decideRoute(row, user) === 'enter') ? [row.screen.load] : [],
  );
}

const waitForChange = (session: Session, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      resolve();
    };
    const unsubscribe = session.subscribe(end);
    signal.addEventListener('abort', end, { once: true });
  });

const retryMs = 200;

/** Safari does not have requestIdleCallback yet. */
const waitUntilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, retryMs);
  });
