import * as z from 'zod/mini';
import { readPage } from './read-page.ts';

/** What the build of the portal writes about each route. The path is in the syntax of the portal's router (`/users/$userId/edit`). */
const pageFiles = z.array(
  z.object({
    path: z.string(),
    layout: z.enum(['shell', 'open', 'public']),
    scripts: z.array(z.string()),
    late: z.array(z.string()),
  }),
);

/** HTML that the build has rendered, and the styles that it needs. */
const prerendered = z.object({ html: z.string(), style: z.string() });
const variants = z.object({ portal: prerendered, demo: prerendered });
const prerenderedPages = z.object({
  pages: z.record(z.string(), variants),
  /** The pages for signed-in users: an empty one, and one with a heading. */
  shell: variants,
  headedShell: variants,
  /** The titles of the routes whose title does not depend on their data. */
  titles: z.record(z.string(), z.string()),
});

/** The path of the empty page that the service worker stores, to show while the server is slow or cannot be reached. */
const shellPath = '/app-shell';

type PageRoute = z.infer<typeof pageFiles>[number];
type Prerendered = z.infer<typeof prerendered>;

/**
 * What is sent for a path: its title, the scripts to load, and the content to show until they run. `title` and `shown` are null if not
 * known.
 */
export type FirstView = { title: string | null; scripts: readonly string[]; shown: Prerendered | null };

export type FirstViews = {
  /** Returns the route of the portal for this path, such as `/users/$userId/edit`; null if there is none. */
  routeOf: (path: string) => string | null;
  firstViewOf: (visit: Visit) => FirstView;
};

export type Visit = { path: string; isSignedIn: boolean; demo: boolean };

/**
 * Decides what a browser shows first at each path, by the same rules as the route guard of the portal: visitors see the sign-in page
 * instead of private pages, and signed-in users see their home page instead of the sign-in page and of unknown pages.
 */
export async function readFirstViews(root: string): Promise<FirstViews> {
  const routes = pageFiles.parse(JSON.parse(await readPage(root, '.vite/pages.json')));
  const prerenderings = prerenderedPages.parse(JSON.parse(await readPage(root, '.vite/prerendered.json')));
  const { pages, shell, headedShell, titles } = prerenderings;
  // The first matching route is used: the table has `/users/create` before `/users/$userId`.
  const patterns = routes.map((route) => ({ pattern: createPathPattern(route.path), route }));
  const findRoute = (path: string): PageRoute | undefined => patterns.find(({ pattern }) => pattern.test(path))?.route;

  return { routeOf: (path) => (path === shellPath ? shellPath : (findRoute(path)?.path ?? null)), firstViewOf };

  function firstViewOf({ path, isSignedIn, demo }: Visit): FirstView {
    const variant = demo ? 'demo' : 'portal';
    if (path === shellPath) return { title: null, scripts: [], shown: shell[variant] };
    const requestedRoute = findRoute(path);
    const route = isSignedIn ? chooseSignedInRoute(requestedRoute) : choosePublicRoute(requestedRoute);
    const title = titles[route?.path ?? ''] ?? null;
    const shellPages = title === null ? shell : headedShell;
    const shown = isSignedIn && route?.layout !== 'public' ? shellPages : pages[route?.path ?? ''];
    return { title, scripts: route ? [...route.scripts, ...route.late] : [], shown: shown?.[variant] ?? null };
  }

  function chooseSignedInRoute(requestedRoute: PageRoute | undefined): PageRoute | undefined {
    return requestedRoute && requestedRoute.path !== '/sign-in' ? requestedRoute : findRoute('/');
  }

  function choosePublicRoute(requestedRoute: PageRoute | undefined): PageRoute | undefined {
    return requestedRoute?.layout === 'shell' ? findRoute('/sign-in') : (requestedRoute ?? findRoute('/not-found'));
  }
}

const createPathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^()[\]{}|\\]/g, String.raw`\$&`).replaceAll(/\$\w+/g, '[^/]+')}/?$`);
