import { fileURLToPath } from 'node:url';

type Graph = { getModuleInfo: (id: string) => { importedIds: string[] } | null };
type Group = { name: string | ((id: string, graph: Graph) => string | null); priority: number; minShareCount?: number };

/** What pages of one kind have in common: a file, and all that it imports of ours. The page or layout itself stays apart. */
const kinds: Record<string, readonly string[]> = {
  fields: ['ui/forms/select.tsx', 'ui/forms/text-field.tsx'],
  'way-in': ['features/session/sign-in-page.tsx'],
  shell: ['app/layouts/shell-layout.tsx'],
  lists: [
    'ui/layout/card.tsx',
    'ui/lists/data-table.tsx',
    'ui/feedback/empty-state.tsx',
    'ui/lists/list-filters.tsx',
    'ui/feedback/load-failed.tsx',
    'ui/feedback/notice.tsx',
    'ui/lists/pagination.tsx',
    'ui/content/save-file.ts',
    'ui/lists/search-field.tsx',
    'ui/lists/search-state.ts',
  ],
  rows: [
    'messages/times.ts',
    'session/allowed.tsx',
    'ui/overlays/confirm.tsx',
    'ui/overlays/dialog.tsx',
    'ui/layout/link-button.tsx',
    'ui/feedback/skeleton.tsx',
    'ui/content/status-badge.tsx',
  ],
  panels: [
    'session/editing/problem-notice.tsx',
    'session/editing/stale-notice.tsx',
    'session/editing/use-attempt.ts',
    'ui/layout/disclosure.tsx',
    'ui/content/facts.tsx',
    'ui/overlays/side-panel.tsx',
    'ui/forms/text-area.tsx',
    'ui/forms/use-submit-key.ts',
  ],
  tables: [
    'ui/lists/export-button.tsx',
    'ui/lists/paged-table.tsx',
    'ui/lists/row-link.tsx',
    'ui/lists/selection-boxes.tsx',
    'ui/layout/stack.tsx',
    'ui/lists/two-lines.tsx',
    'ui/lists/use-selection.ts',
  ],
  saving: ['ui/forms/error-summary.tsx', 'ui/forms/save-actions.tsx', 'ui/forms/unsaved-guard.tsx'],
};

const isEntry = /-(page|layout)\.tsx$/;

/**
 * Few files rather than eighty for a page. No two of them import each other, or what is made when a file is loaded would be used before it
 * is there: each kind takes with it all that it imports, so it needs nothing but the kinds before it; and what is left lies with whatever the
 * same pages share.
 */
export const chunkGroups: readonly (Group & Record<string, unknown>)[] = [
  // What every page needs; the libraries apart, they change seldom.
  { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 9 },
  { name: 'frame', test: /src[\\/](?!main\.tsx)/, tags: ['$initial'], priority: 8 },
  // Large, and never with what a page without a form needs.
  { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform)/, priority: 8 },
  { name: 'icons', test: /node_modules[\\/]lucide-react/, minShareCount: 10, priority: 7 },
  ...Object.entries(kinds).map(([name, files], index) => ({
    debugName: name,
    name: (id: string, graph: Graph) => (importedBy(name, files, graph).has(id) && !isEntry.test(id) ? name : null),
    priority: 6 - index / 10,
  })),
  { name: 'often', minShareCount: 14, priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, priority: 1 },
];

const closures = new Map<string, ReadonlySet<string>>();

function importedBy(name: string, files: readonly string[], graph: Graph): ReadonlySet<string> {
  const known = closures.get(name);
  if (known) return known;
  const all = new Set(files.map((file) => fileURLToPath(new URL(`src/${file}`, import.meta.url))));
  // A set visits what is added while it is walked. Libraries are cut where they are used, so what they import says little.
  for (const id of all)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!imported.includes('node_modules')) all.add(imported);
  closures.set(name, all);
  return all;
}
