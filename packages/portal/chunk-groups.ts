import { fileURLToPath } from 'node:url';
import { assignChunks } from './assign-chunks.ts';
import type { Graph } from './assign-chunks.ts';

type Group = { name: string | ((id: string, graph: Graph) => string | null); priority: number };

const fileOf = (name: string): string => fileURLToPath(new URL(`src/${name}`, import.meta.url));
const starts = { main: fileOf('main.tsx'), firstPage: fileOf('features/session/sign-in-page.tsx') };
let assigned: ReadonlyMap<string, string> | undefined;

/** Few files rather than a hundred, without making pages load much that they do not need (docs/decisions/0035). */
export const chunkGroups: readonly (Group & Record<string, unknown>)[] = [
  // Apart from our own code, because they change seldom.
  { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 9 },
  { name: 'queries', test: /node_modules[\\/]@tanstack/, priority: 8 },
  {
    debugName: 'ours',
    name: (id, graph) => (assigned ??= assignChunks(graph, starts)).get(id) ?? null,
    priority: 7,
  },
];
