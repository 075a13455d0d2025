import { prerenderedHeading } from '@basics/contract/portal-setup.ts';
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
const prerenderedSchema = z.object({
  html: z.string(),
  style: z.string(),
  /** The HTML that is shown in place of the text if there is no text; absent for pages without such a text. */
  waiting: z.optional(z.string()),
});
const variants = z.object({ portal: prerenderedSchema, demo: prerenderedSchema });
const prerenderedPages = z.object({
  pages: z.record(z.string(), variants),
  /** The complete pages for signed-in users that have no data. */
  signedInPages: z.record(z.string(), variants),
  /** The frame of all other pages for signed-in users: empty, and with a heading. */
  shell: variants,
  headedShell: variants,
  /** The headings of the pages for signed-in users, and the titles of the windows if they do not depend on data. */
  headings: z.record(z.string(), z.object({ title: z.nullable(z.string()), html: z.string() })),
  /** The titles of the public pages. */
  titles: z.record(z.string(), z.string()),
});

/** The path of the empty page that the service worker stores, to show while the server is slow or cannot be reached. */
const shellPath = '/app-shell';

type PageRoute = z.infer<typeof pageFiles>[number];
export type Prerendered = z.infer<typeof prerenderedSchema>;

/** The data for the page of a path: its title, the scripts to load, and the content that is shown until the scripts run; null if it is not known. */
export type FirstView = {
  title: string | null;
  scripts: readonly string[];
  shown: Prerendered | null;
  /** The route whose text the server writes into the page; null if the page has no such text. */
  textRoute: string | null;
};

export type FirstViews = {
  /** Returns the route of the portal for the given path, such as `/users/$userId/edit`; null if there is none. */
  routeOf: (path: string) => string | null;
  firstViewOf: (visit: Visit) => FirstView;
};

/** `hasSearch`: the address has search parameters, on which the content of a page may depend. */
export type Visit = { path: string; hasSearch: boolean; isSignedIn: boolean; demo: boolean };

/**
 * Decides what a browser shows first at each path, by the same rules as the route guard of the portal: visitors see the sign-in page
 * instead of private pages, and signed-in users see their home page instead of the sign-in page and of unknown pages.
 */
export async function readFirstViews(root: string): Promise<FirstViews> {
  const routes = pageFiles.parse(JSON.parse(await readPage(root, '.vite/pages.json')));
  const prerenderings = prerenderedPages.parse(JSON.parse(await readPage(root, '.vite/prerendered.json')));
  const { pages, signedInPages, shell, headedShell, headings, titles } = prerenderings;
  // The first matching route is used: the table has `/users/create` before `/users/$userId`.
  const patterns = routes.map((route) => ({ pattern: createPathPattern(route.path), route }));
  const findRoute = (path: string): PageRoute | undefined => patterns.find(({ pattern }) => pattern.test(path))?.route;

  return { routeOf: (path) => (path === shellPath ? shellPath : (findRoute(path)?.path ?? null)), firstViewOf };

  function firstViewOf({ path, hasSearch, isSignedIn, demo }: Visit): FirstView {
    const variant = demo ? 'demo' : 'portal';
    if (path === shellPath) return { title: null, scripts: [], shown: shell[variant], textRoute: null };
    const requestedRoute = findRoute(path);
    const route = isSignedIn ? chooseSignedInRoute(requestedRoute) : choosePublicRoute(requestedRoute);
    const scripts = route ? [...route.scripts, ...route.late] : [];
    const routePath = route?.path ?? '';
    if (!isSignedIn || route?.layout === 'public') {
      const shownPart = pages[routePath]?.[variant] ?? null;
      // With search parameters, the page shows another text, which the server does not render.
      const textRoute = shownPart?.waiting === undefined || hasSearch ? null : routePath;
      return { title: titles[routePath] ?? null, scripts, shown: shownPart, textRoute };
    }
    const heading = headings[routePath];
    const completePage = hasSearch ? undefined : signedInPages[routePath]?.[variant];
    const shownPage = completePage ?? (heading ? addHeading(headedShell[variant], heading.html) : shell[variant]);
    return { title: heading?.title ?? null, scripts, shown: shownPage, textRoute: null };
  }

  function chooseSignedInRoute(requestedRoute: PageRoute | undefined): PageRoute | undefined {
    return requestedRoute && requestedRoute.path !== '/sign-in' ? requestedRoute : findRoute('/');
  }

  function choosePublicRoute(requestedRoute: PageRoute | undefined): PageRoute | undefined {
    return requestedRoute?.layout === 'shell' ? findRoute('/sign-in') : (requestedRoute ?? findRoute('/not-found'));
  }
}

const addHeading = ({ html, style }: Prerendered, heading: string): Prerendered => ({
  html: html.replace(prerenderedHeading, () => heading),
  style,
});

const createPathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^()[\]{}|\\]/g, String.raw`\$&`).replaceAll(/\$\w+/g, '[^/]+')}/?$`);
