type ModuleInfo = { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] };
export type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

/** The main script, and the page that most visitors see first. */
type Starts = { main: string; firstPage: string };

/**
 * Bytes of source code that cost a page as much time as one more file does: its headers, its place in the queue, and compression, which is
 * worse for small files.
 */
const fileCost = 24_000;
/** A part that is loaded when it is needed matters less than a page. */
const latePartWeight = 0.1;
const weightOf = (entry: string): number => (/-(page|layout)\.tsx$/.test(entry) ? 1 : latePartWeight);

/** Modules that are loaded together. `entries` has one bit for each page or late part that loads them. */
type Chunk = { modules: string[]; bytes: number; entries: bigint; imports: Set<Chunk> };

/**
 * The chunk of every module that several pages or late parts need; what only one of them needs is in its own file. Modules that the same
 * entries need begin as one chunk. Then two chunks become one as long as that lowers the costs of all pages together: it saves a file, but
 * pages that need only one of the two load both. No two chunks import each other, because then a value would be used before the file that
 * creates it was evaluated.
 */
export function assignChunks(graph: Graph, starts: Starts): ReadonlyMap<string, string> {
  const { frame, shared, weights } = shareOf(graph, starts);
  const chunks = connect(shared, graph);
  const weigh = createWeigh(weights);
  while (mergeBest(chunks, weigh));
  const largestFirst = [...chunks].toSorted((one, other) => other.bytes - one.bytes);
  return new Map([
    ...[...frame].map((id) => [id, 'frame'] as const),
    ...largestFirst.flatMap(({ modules }, at) => modules.map((id) => [id, `shared-${at + 1}`] as const)),
  ]);
}

/** The modules of the frame, which every page loads, and the other modules that at least two entries need, with the bits of the entries. */
function shareOf(graph: Graph, { main, firstPage }: Starts) {
  const initial = importedBy(main, graph, new Set());
  const { needed, entries } = needsOf(graph, initial);
  const firstBit = 1n << BigInt(entries.indexOf(firstPage));
  const shared = new Map([...needed].filter(([, bits]) => (bits & (bits - 1n)) !== 0n));
  const frame = new Set([...initial].filter((id) => id !== main && !id.includes('node_modules')));
  for (const [id, bits] of shared) if ((bits & firstBit) !== 0n && shared.delete(id)) frame.add(id);
  return { frame, shared, weights: entries.map(weightOf) };
}

/** Every dynamically imported module, and for each module the bits of those that need it. */
function needsOf(graph: Graph, initial: ReadonlySet<string>) {
  const needed = new Map<string, bigint>();
  const entries = new Set<string>();
  const visited = new Set(initial);
  // The loop also visits what is added during it.
  for (const id of visited)
    for (const entry of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      if (entries.has(entry) || initial.has(entry)) continue;
      const bit = 1n << BigInt(entries.size);
      entries.add(entry);
      for (const each of importedBy(entry, graph, initial)) {
        visited.add(each);
        needed.set(each, (needed.get(each) ?? 0n) | bit);
      }
    }
  return { needed, entries: [...entries] };
}

/** Other libraries export much by one module, and what a page does not use is left out later: what that module imports says little. */
const isFollowed = (id: string): boolean =>
  !/node_modules(?!.*(react-hook-form|@hookform|lucide-react|@noble))/.test(id);

function importedBy(start: string, graph: Graph, except: ReadonlySet<string>): Set<string> {
  const all = new Set([start]);
  for (const id of all)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!except.has(imported) && isFollowed(imported)) all.add(imported);
  return all;
}

/** One chunk for all modules that the same entries need; each knows the chunks that it imports. */
function connect(shared: ReadonlyMap<string, bigint>, graph: Graph): Set<Chunk> {
  const byEntries = new Map<bigint, Chunk>();
  for (const [id, entries] of shared) {
    const chunk = byEntries.get(entries) ?? { modules: [], bytes: 0, entries, imports: new Set() };
    byEntries.set(entries, chunk);
    chunk.modules.push(id);
    chunk.bytes += graph.getModuleInfo(id)?.code?.length ?? 0;
  }
  for (const chunk of byEntries.values())
    for (const id of chunk.modules)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
        const other = byEntries.get(shared.get(imported) ?? 0n);
        if (other && other !== chunk) chunk.imports.add(other);
      }
  return new Set(byEntries.values());
}

/** Merges the two chunks whose merge saves most; false when no merge saves anything. */
function mergeBest(chunks: Set<Chunk>, weigh: Weigh): boolean {
  const list = [...chunks];
  let best: { saved: number; one: Chunk; other: Chunk } | null = null;
  for (const [at, one] of list.entries())
    for (const other of list.slice(at + 1)) {
      const saved = savingOf(one, other, weigh);
      if (saved > (best?.saved ?? 0) && !isLoop(one, other)) best = { saved, one, other };
    }
  if (best === null) return false;
  merge(chunks, best.one, best.other);
  return true;
}

/** Bytes that a merge saves, for all pages together; what the two chunks import must then be loaded by more pages, too. */
function savingOf(one: Chunk, other: Chunk, weigh: Weigh): number {
  const both = one.entries | other.entries;
  const added = (chunk: Chunk): number => weigh(both & ~chunk.entries);
  const saved = fileCost * weigh(one.entries & other.entries) - one.bytes * added(one) - other.bytes * added(other);
  if (saved <= 0) return saved;
  const others = [...importsOf([one, other])].filter((each) => each !== one && each !== other);
  return others.reduce((left, each) => left - (each.bytes + fileCost) * added(each), saved);
}

/** The weights of these entries together. */
type Weigh = (entries: bigint) => number;

/** It keeps each sum, because few sets of entries are weighed some million times. */
function createWeigh(weights: readonly number[]): Weigh {
  const known = new Map<bigint, number>();
  return (entries) => {
    const sum =
      known.get(entries) ?? weights.reduce((all, weight, at) => ((entries >> BigInt(at)) & 1n ? all + weight : all), 0);
    known.set(entries, sum);
    return sum;
  };
}

/** All chunks that these import, also through others. */
function importsOf(chunks: readonly Chunk[]): Set<Chunk> {
  const all = new Set(chunks.flatMap(({ imports }) => [...imports]));
  for (const chunk of all) for (const imported of chunk.imports) all.add(imported);
  return all;
}

/** Whether one of the two imports the other through a third chunk, which would then import, and be imported by, the merged one. */
function isLoop(one: Chunk, other: Chunk): boolean {
  const isThrough = (from: Chunk, to: Chunk): boolean =>
    importsOf([...from.imports].filter((each) => each !== to)).has(to);
  return isThrough(one, other) || isThrough(other, one);
}

function merge(chunks: Set<Chunk>, one: Chunk, other: Chunk): void {
  chunks.delete(other);
  one.modules.push(...other.modules);
  one.bytes += other.bytes;
  one.entries |= other.entries;
  for (const imported of other.imports) one.imports.add(imported);
  for (const chunk of chunks) if (chunk.imports.delete(other)) chunk.imports.add(one);
  one.imports.delete(one);
  for (const imported of importsOf([one])) imported.entries |= one.entries;
}
