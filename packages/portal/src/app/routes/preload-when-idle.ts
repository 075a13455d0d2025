import { registerServiceWorker } from '#portal/loading/register-service-worker.ts';
import { routeTable } from './route-table.tsx';
import { decideRoute } from './guard.ts';
import type { Session } from '#portal/session/session.ts';

/**
 * While the browser is idle, loads the scripts of later pages and messages, so that they still work if the connection
 * is lost later. The scripts are loaded in this order: errors of forms, the menu of a narrow window and the
 * layouts; then the pages that the user may open; then the service worker, unless the operator has switched it off. If
 * a service worker already serves this page, it is registered first, so that it is updated or removed even if the visit
 * is short. Returns a function that stops the preloading and the service worker.
 */
export function preloadWhenIdle(session: Session, hasWorkerOnServer: boolean): () => void {
  const controller = new AbortController();
  void preloadAll(session, hasWorkerOnServer, controller.signal);
  return () => controller.abort();
}

async function preloadAll(session: Session, hasWorkerOnServer: boolean, signal: AbortSignal): Promise<void> {
  const loadedParts = new Set<() => Promise<unknown>>();
  for (;;) {
    await waitUntilIdle();
    if (signal.aborted) return;
    const pageLoadFunctions = [
      loadProblemNotice,
      loadDrawer,
      ...listLayoutLoadFunctions(session),
      ...listPageLoadFunctions(session),
    ];
    const loadFunctions = isServedByWorker()
      ? [registerServiceWorker, ...pageLoadFunctions]
      : [...pageLoadFunctions, ...(hasWorkerOnServer ? [registerServiceWorker] : [])];
    const nextLoadFunction = loadFunctions.find((loadPart) => !loadedParts.has(loadPart));
    if (nextLoadFunction) loadedParts.add(nextLoadFunction);
    // After a failure, no more scripts are preloaded: the script of a page is then loaded when the page is opened, and
    // a failure is shown.
    if (!nextLoadFunction || !(await isLoaded(nextLoadFunction))) await waitForChange(session, signal);
  }
}

/** Returns whether a service worker serves this page. In an insecure context, browsers have no service workers. */
const isServedByWorker = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

const isLoaded = (loadPart: () => Promise<unknown>): Promise<boolean> =>
  loadPart().then(
    () => true,
    () => false,
  );

const loadProblemNotice = (): Promise<unknown> => import('#portal/session/editing/problem-notice.tsx');
const loadDrawer = (): Promise<unknown> => import('../header/menu-drawer.tsx');

const loadOpenLayout = (): Promise<unknown> => import('../layouts/open-layout.tsx');
const loadShellLayout = (): Promise<unknown> => import('../layouts/shell-layout.tsx');

/**
 * Returns the functions that load the layouts of the pages that the current user may open. The layout for visitors is
 * missing, because it is part of the main script.
 */
const listLayoutLoadFunctions = (session: Session): (() => Promise<unknown>)[] =>
  session.state().user === null ? [loadOpenLayout] : [loadShellLayout, loadOpenLayout];

/** Returns the functions that load the pages that the current user may open. */
function listPageLoadFunctions(session: Session): (() => Promise<unknown>)[] {
  const { user } = session.state();
  return routeTable.flatMap((row) =>
    row.screen && (row.path === '/sign-in' || decideRoute(row, user) === 'enter') ? [row.screen.load] : [],
  );
}

const waitForChange = (session: Session, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stopWaiting = (): void => {
      unsubscribe();
      resolve();
    };
    const unsubscribe = session.subscribe(stopWaiting);
    signal.addEventListener('abort', stopWaiting, { once: true });
  });

const retryMs = 200;

/** Resolves when the browser is idle. Safari does not have requestIdleCallback yet. */
const waitUntilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, retryMs);
  });
