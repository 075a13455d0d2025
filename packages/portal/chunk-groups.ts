import { fileURLToPath } from 'node:url';
import { assignChunks } from './assign-chunks.ts';
import type { Graph } from './assign-chunks.ts';

type Group = { name: string | ((id: string, graph: Graph) => string | null); priority: number };

const resolveSource = (name: string): string => fileURLToPath(new URL(`src/${name}`, import.meta.url));
const entryModules = {
  main: resolveSource('main.tsx'),
  firstPage: resolveSource('features/session/sign-in-page.tsx'),
  firstParts: ['app/layouts/late-parts.ts', 'features/session/late-parts.ts'].map(resolveSource),
  shellParts: resolveSource('app/layouts/shell-parts.ts'),
};
let chunkByModule: ReadonlyMap<string, string> | undefined;

/** The groups of modules that become one file each: few files, but pages load little that they do not need (docs/decisions/0035). */
export const chunkGroups: readonly (Group & Record<string, unknown>)[] = [
  // Libraries are separate from our own code, because they change rarely.
  { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 9 },
  { name: 'queries', test: /node_modules[\\/](@tanstack|zod)/, priority: 8 },
  // These modules have files of their own: assignChunks would merge them with modules of lists, and lists do not need them.
  { name: 'pickers', test: /src\/ui\/forms\/(use-picker|picker-|matching-options)/, priority: 8 },
  { name: 'user-forms', test: /src\/features\/users\/(user-fields|fetched-user|form-states)\./, priority: 8 },
  { name: 'requests', test: /src\/(features\/requests\/requests\.queries|request-evidence)/, priority: 8 },
  {
    debugName: 'ours',
    name: (id, graph) => (chunkByModule ??= assignChunks(graph, entryModules)).get(id) ?? null,
    priority: 7,
  },
];
