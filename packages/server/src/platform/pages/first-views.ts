import * as z from 'zod/mini';
import { readPage } from '../files.ts';

/**
 * The schema of the file in which the build of the portal describes each route. The paths are in the syntax of the portal's router
 * (`/users/$userId/edit`).
 */
const pageFiles = z.array(
  z.object({
    path: z.string(),
    layout: z.enum(['shell', 'open', 'public']),
    scripts: z.array(z.string()),
    late: z.array(z.string()),
  }),
);

/** HTML that the build has rendered, and the CSS that this HTML needs. */
const prerenderedSchema = z.object({
  html: z.string(),
  style: z.string(),
  /** The HTML that a public page shows if the server has no text to insert; absent for pages into which no text is inserted. */
  waiting: z.optional(z.string()),
});
const variants = z.object({ portal: prerenderedSchema, demo: prerenderedSchema });
const prerenderedPages = z.object({
  pages: z.record(z.string(), variants),
  /** The pages for signed-in users that show no data, so that the build can render them completely. */
  signedInPages: z.record(z.string(), variants),
  /** The frame of all other pages for signed-in users. It has no heading, because the user may not be allowed to open the page. */
  shell: variants,
  /** The screen that a browser gets instead of a page when the server cannot send the page. */
  errorScreen: variants,
  /** The titles of the public pages. */
  titles: z.record(z.string(), z.string()),
});

/** The path of the empty page that the service worker stores. The service worker shows it while the server is slow or cannot be reached. */
const shellPath = '/app-shell';

type PageRoute = z.infer<typeof pageFiles>[number];
export type Prerendered = z.infer<typeof prerenderedSchema>;

/**
 * The first view of a page: its title, the scripts to load, and the content that is shown until the scripts run (null if the build rendered
 * none).
 */
export type FirstView = {
  title: string | null;
  scripts: readonly string[];
  shown: Prerendered | null;
  /** The route whose public text, such as the terms, the server writes into the page; null if the server writes no text into it. */
  textRoute: string | null;
};

export type FirstViews = {
  /** Returns the route of the portal for the given path, such as `/users/$userId/edit`; null if there is none. */
  findRoutePath: (path: string) => string | null;
  findFirstView: (visit: Visit) => FirstView;
  findErrorScreen: (demo: boolean) => FirstView;
};

/** The visit of a page. `hasSearch` is true if the address has search parameters, on which the content of the page may depend. */
export type Visit = { path: string; hasSearch: boolean; isSignedIn: boolean; demo: boolean };

/**
 * Reads the first views that the build has rendered. `findFirstView` follows the same rules as the route guard of the portal: visitors see
 * the sign-in page instead of private pages, and signed-in users see their home page instead of the sign-in page and of unknown pages.
 */
export async function readFirstViews(root: string): Promise<FirstViews> {
  const routes = pageFiles.parse(JSON.parse(await readPage(root, '.vite/pages.json')));
  const prerenderings = prerenderedPages.parse(JSON.parse(await readPage(root, '.vite/prerendered.json')));
  const { pages, signedInPages, shell, errorScreen, titles } = prerenderings;
  // The first matching route is used, so the build lists `/users/create` before `/users/$userId`.
  const patterns = routes.map((route) => ({ pattern: createPathPattern(route.path), route }));
  const findRoute = (path: string): PageRoute | undefined => patterns.find(({ pattern }) => pattern.test(path))?.route;

  return {
    findRoutePath: (path) => (path === shellPath ? shellPath : (findRoute(path)?.path ?? null)),
    findFirstView,
    findErrorScreen: (demo) => ({
      title: null,
      scripts: [],
      shown: errorScreen[demo ? 'demo' : 'portal'],
      textRoute: null,
    }),
  };

  function findFirstView({ path, hasSearch, isSignedIn, demo }: Visit): FirstView {
    const variant = demo ? 'demo' : 'portal';
    if (path === shellPath) return { title: null, scripts: [], shown: shell[variant], textRoute: null };
    const requestedRoute = findRoute(path);
    const route = isSignedIn ? chooseSignedInRoute(requestedRoute) : choosePublicRoute(requestedRoute);
    const scripts = route ? [...route.scripts, ...route.late] : [];
    const routePath = route?.path ?? '';
    if (!isSignedIn || route?.layout === 'public') {
      const shownPart = pages[routePath]?.[variant] ?? null;
      // If the address has search parameters, the page shows another text, which the server does not render.
      const textRoute = shownPart?.waiting === undefined || hasSearch ? null : routePath;
      return { title: titles[routePath] ?? null, scripts, shown: shownPart, textRoute };
    }
    const completePage = hasSearch ? undefined : signedInPages[routePath]?.[variant];
    return { title: null, scripts, shown: completePage ?? shell[variant], textRoute: null };
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
