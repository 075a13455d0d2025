import { repairAddress } from '@basics/contract/fields/mangled-address.ts';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import type { AnyRoute, RouterHistory } from '@tanstack/react-router';
import { fromQueryString, toQueryString } from '#portal/api/query-string.ts';
import { rememberPath, takeRememberedPath } from '#portal/session/remembered-path.ts';
import type { Session } from '#portal/session/session.ts';
import { ErrorScreen } from '../error-screen.tsx';
import { twoStepSetupPath, decideRoute } from './guard.ts';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { routeTable } from './route-table.tsx';
import type { LayoutName, RouteRow } from './route-row.ts';

const layouts = {
  shell: createLazyPart(async () => (await import('../layouts/shell-layout.tsx')).ShellLayout),
  open: createLazyPart(async () => (await import('../layouts/open-layout.tsx')).OpenLayout),
  public: PublicLayout, // The layout for visitors is not loaded lazily, because most visits begin at the sign-in page.
};

/** Creates the router from the route table; each navigation passes the guard with the current user of the session. */
export function createPortalRouter(session: Session, history?: RouterHistory) {
  const rootRoute = createRootRoute({ component: Outlet });
  const createLayoutRoute = (name: LayoutName): AnyRoute => {
    const layoutRoute = createRoute({ getParentRoute: () => rootRoute, id: name, component: layouts[name] });
    const rows = routeTable.filter((row) => row.screen?.layout === name);
    return layoutRoute.addChildren(rows.map((row) => createRowRoute(row, layoutRoute, session)));
  };
  const routesWithoutScreen = routeTable
    .filter((row) => !row.screen)
    .map((row) => createRowRoute(row, rootRoute, session));
  const unknownPathRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    beforeLoad: createGuard(null, session),
  });
  return createRouter({
    routeTree: rootRoute.addChildren([
      createLayoutRoute('shell'),
      createLayoutRoute('open'),
      createLayoutRoute('public'),
      ...routesWithoutScreen,
      unknownPathRoute,
    ]),
    ...(history && { history }),
    defaultErrorComponent: ErrorScreen,
    defaultPreload: 'intent',
    // No pending page is shown, so that a fast load does not flicker and the previous page stays usable.
    defaultPendingMs: Infinity,
    // Scroll restoration would fail without a document, that is, while the build renders the public pages.
    scrollRestoration: typeof document !== 'undefined',
    parseSearch: fromQueryString,
    stringifySearch: (search) => {
      const queryString = toQueryString(search);
      return queryString && `?${queryString}`;
    },
  });
}

export type PortalRouter = ReturnType<typeof createPortalRouter>;

const createRowRoute = (row: RouteRow, parentRoute: AnyRoute, session: Session): AnyRoute =>
  createRoute({
    getParentRoute: () => parentRoute,
    path: row.path,
    beforeLoad: createGuard(row, session),
    ...(row.screen && { component: createLazyPart(row.screen.load) }),
  });

const createGuard =
  (row: RouteRow | null, session: Session) =>
  ({ location, preload }: { location: { href: string }; preload: boolean }): void => {
    // The service worker may have shown a stored page for such an address, which the server redirects.
    const repairedAddress = repairAddress(location.href);
    if (repairedAddress !== null) throw redirect({ href: repairedAddress, replace: true });
    const decision = decideRoute(row, session.state().user);
    if (decision === 'enter') return;
    if ((decision === 'signIn' || decision === 'act') && !preload) rememberPath(location.href);
    if (decision === 'return') throw redirect({ href: (!preload && takeRememberedPath()) || '/', replace: true });
    throw redirect({ to: destinations[decision], replace: true });
  };

const destinations = { signIn: '/sign-in', home: '/', act: twoStepSetupPath, notFound: '/not-found' } as const;
