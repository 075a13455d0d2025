import * as z from 'zod/mini';
import { readPage } from './read-page.ts';

/** What the build of the portal writes about each route; the path is in the syntax of the portal's router (`/users/$userId/edit`). */
const pageFiles = z.array(
  z.object({
    path: z.string(),
    layout: z.enum(['shell', 'open', 'public']),
    scripts: z.array(z.string()),
    late: z.array(z.string()),
  }),
);

/** HTML that the build has rendered, and the styles that it needs; on a demo portal it differs. */
const prerendered = z.object({ html: z.string(), style: z.string() });
const variants = z.object({ portal: prerendered, demo: prerendered });
const prerenderedPages = z.object({
  pages: z.record(z.string(), variants),
  /** For users: an empty page, and one with a heading. */
  shell: variants,
  headedShell: variants,
  /** Of the routes whose title is known before their data. */
  titles: z.record(z.string(), z.string()),
});

/** No page of the portal: what its service worker stores, to begin with any page where the server is away or slow. */
const shellPath = '/app-shell';

type PageRoute = z.infer<typeof pageFiles>[number];
type Prerendered = z.infer<typeof prerendered>;

/** What is sent for a path: its title, the scripts to be loaded, and what to show until they run; null if that is not known. */
export type FirstView = { title: string | null; scripts: readonly string[]; shown: Prerendered | null };

export type FirstViews = {
  /** The route of the portal at this path, like `/users/$userId/edit`; null if there is none. */
  routeOf: (path: string) => string | null;
  firstViewOf: (visit: Visit) => FirstView;
};

export type Visit = { path: string; isSignedIn: boolean; demo: boolean };

/**
 * Decides what a browser shows first at each path, as the guard of the portal decides after it: visitors see the sign-in page in place of
 * private pages, and users see their home page in place of the sign-in page and of unknown ones.
 */
export async function readFirstViews(root: string): Promise<FirstViews> {
  const routes = pageFiles.parse(JSON.parse(await readPage(root, '.vite/pages.json')));
  const prerenderings = prerenderedPages.parse(JSON.parse(await readPage(root, '.vite/prerendered.json')));
  const { pages, shell, headedShell, titles } = prerenderings;
  // The first match counts: the table names `/users/create` before `/users/$userId`.
  const patterns = routes.map((route) => ({ pattern: patternOf(route.path), route }));
  const routeAt = (path: string): PageRoute | undefined => patterns.find(({ pattern }) => pattern.test(path))?.route;

  return { routeOf: (path) => (path === shellPath ? shellPath : (routeAt(path)?.path ?? null)), firstViewOf };

  function firstViewOf({ path, isSignedIn, demo }: Visit): FirstView {
    const variant = demo ? 'demo' : 'portal';
    if (path === shellPath) return { title: null, scripts: [], shown: shell[variant] };
    const asked = routeAt(path);
    const route = isSignedIn ? ownRoute(asked) : publicRoute(asked);
    const title = titles[route?.path ?? ''] ?? null;
    const frame = title === null ? shell : headedShell;
    const shown = isSignedIn && route?.layout !== 'public' ? frame : pages[route?.path ?? ''];
    return { title, scripts: route ? [...route.scripts, ...route.late] : [], shown: shown?.[variant] ?? null };
  }

  function ownRoute(asked: PageRoute | undefined): PageRoute | undefined {
    return asked && asked.path !== '/sign-in' ? asked : routeAt('/');
  }

  function publicRoute(asked: PageRoute | undefined): PageRoute | undefined {
    return asked?.layout === 'shell' ? routeAt('/sign-in') : (asked ?? routeAt('/not-found'));
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^()[\]{}|\\]/g, String.raw`\$&`).replaceAll(/\$\w+/g, '[^/]+')}/?$`);
