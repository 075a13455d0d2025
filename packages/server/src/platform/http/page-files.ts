import * as z from 'zod/mini';
import { readPage } from './read-page.ts';

/** Which scripts each route needs, as the build of the portal writes it; the path is in the syntax of its router (`/users/$userId/edit`). */
const pageFiles = z.array(z.object({ path: z.string(), scripts: z.array(z.string()) }));

/** The scripts that the page at a path needs, in relation to the root; none for an unknown path. */
export type ScriptsOf = (path: string) => readonly string[];

export async function readPageFiles(root: string): Promise<ScriptsOf> {
  const routes = pageFiles.parse(JSON.parse(await readPage(root, '.vite/pages.json')));
  const patterns = routes.map(({ path, scripts }) => ({ pattern: patternOf(path), scripts }));
  // The first match counts: the table names `/users/create` before `/users/$userId`.
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.scripts ?? [];
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^()[\]{}|\\]/g, String.raw`\$&`).replaceAll(/\$\w+/g, '[^/]+')}/?$`);
