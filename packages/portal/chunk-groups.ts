import { fileURLToPath } from 'node:url';
import { assignChunks, type Graph } from './assign-chunks.ts';

type Group = { name: string | ((id: string, graph: Graph) => string | null); priority: number };

const resolveSource = (name: string): string => fileURLToPath(new URL(`src/${name}`, import.meta.url));
const entryModules = {
  main: resolveSource('main.tsx'),
  firstPage: resolveSource('features/session/sign-in/sign-in-page.tsx'),
  firstParts: ['app/footer/footer.tsx', 'features/session/sign-in/late-parts.ts'].map(resolveSource),
  shellParts: resolveSource('app/layouts/shell-parts.ts'),
};
/** The libraries that every page needs except the first one. */
const baseLibraries = /node_modules[\\/](@tanstack|zod)/;
let chunkByModule: ReadonlyMap<string, string> | undefined;

/**
 * The groups of modules that become one file each: there are few files, but a page loads little code that it does not
 * need (docs/decisions/0035).
 */
export const chunkGroups: readonly (Group & Record<string, unknown>)[] = [
  // Libraries have their own file, because they change rarely. The file also contains `create-icon.ts`, which the icons of the library
  // import.
  { name: 'libraries', test: /node_modules|create-icon/, tags: ['$initial'], priority: 9 },
  {
    debugName: 'ours',
    name: (id, graph) =>
      (chunkByModule ??= assignChunks(graph, entryModules)).get(id) ?? (baseLibraries.test(id) ? 'base' : null),
    priority: 8,
  },
];
