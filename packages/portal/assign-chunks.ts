type ModuleInfo = { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] };
export type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

/**
 * The module of the main script, the module of the page that most visitors see first, the modules of the late parts in its first view, and
 * the module of the late parts that all pages for signed-in users have.
 */
type EntryModules = { main: string; firstPage: string; firstParts: readonly string[]; shellParts: string };

/**
 * The cost of one more file for a page, as the number of bytes of source code without comments that take the same time. A file costs time for
 * its headers, for its request, and because small files compress worse.
 */
const fileCost = 13_000;
/**
 * The smallest file, in bytes of source code without comments; about 2 KB of the build. A smaller file is merged with the file with which
 * the merge costs least, unless all pages together would then load more than `largestLoss` bytes more.
 */
const smallestFile = 4000;
const largestLoss = 16_000;
/** The weight of a part that is loaded only when it is needed; a page has the weight 1. */
const latePartWeight = 0.01;
/** An icon is put into the file with the icons of the menu only if at most this number of pages and late parts need it. */
const rareIconLimit = 10;
const findEntryWeight = (entry: string): number => (/-(page|layout)\.tsx$/.test(entry) ? 1 : latePartWeight);

/**
 * Modules that are loaded together as one file. `entries` has one bit for each page or late part that needs the
 * modules.
 */
type Chunk = {
  modules: string[];
  bytes: number;
  entries: bigint;
  imports: Set<Chunk>;
  isShared: boolean;
  isAlone: boolean;
};

/**
 * Assigns a chunk to every module that several pages or late parts need. Modules that the same entries need are first put into one chunk.
 * Chunks are then merged in pairs as long as this lowers the total cost of all pages: a merge saves a file, but pages that need only one of
 * the two chunks must load both. At the end, each small chunk is merged with another one, also the chunk of a single page or part. No two
 * chunks import each other, because then a value would be used before the file that creates it was evaluated.
 */
export function assignChunks(graph: Graph, starts: EntryModules): ReadonlyMap<string, string> {
  const { frame, firstParts, shellIcons, needed, weights } = findSharedModules(graph, starts);
  const allChunks = createChunks(needed, graph);
  const sumWeights = createWeightSum(weights);
  const sharedChunks = new Set([...allChunks].filter(({ isShared }) => isShared));
  while (mergeBestPair(sharedChunks, allChunks, sumWeights));
  while (mergeSmallestChunk(allChunks, sumWeights));
  const sharedFiles = [...allChunks]
    .filter(({ isShared }) => isShared)
    .toSorted((one, other) => sumWeights(other.entries) - sumWeights(one.entries));
  const mergedOwn = [...allChunks].filter(({ isShared, entries }) => !isShared && countBits(entries) > 1);
  return new Map([
    ...[...frame].map((id) => [id, 'frame'] as const),
    ...[...firstParts].map((id) => [id, 'first-parts'] as const),
    ...shellIcons.map((id) => [id, 'base'] as const),
    ...sharedFiles.flatMap(({ modules }, index) =>
      modules.map((id) => [id, index === 0 ? 'base' : `shared-${index}`] as const),
    ),
    ...mergedOwn.flatMap(({ modules: [entry = '', ...others] }) =>
      [entry, ...others].map((id) => [id, readName(entry)] as const),
    ),
  ]);
}

/**
 * Returns the groups of modules that share a file: the modules of the frame, which every page loads; the modules of the
 * parts that the first page loads later; the icons of the menu; and the other modules that at least two entries need,
 * with the bits of these entries. Without the groups of the late parts and of the icons, the first page would also load
 * modules that only other pages need.
 */
function findSharedModules(
  graph: Graph,
  { main, firstPage, firstParts: entriesOfFirstParts, shellParts }: EntryModules,
) {
  const frameModules = collectImports(main, graph, new Set());
  const { needed, entries } = collectNeeds(graph, frameModules);
  const firstBit = 1n << BigInt(entries.indexOf(firstPage));
  const frame = new Set([...frameModules].filter((id) => !id.includes('node_modules')));
  const assigned = new Map(needed);
  for (const [id, bits] of needed) if ((bits & firstBit) !== 0n && assigned.delete(id)) frame.add(id);
  const weights = entries.map(findEntryWeight);
  const pageBits = weights.reduce((bits, weight, index) => (weight === 1 ? bits | (1n << BigInt(index)) : bits), 0n);
  const firstParts = new Set<string>();
  for (const entry of entriesOfFirstParts)
    for (const id of collectImports(entry, graph, frame)) {
      assigned.delete(id);
      // A module that a page needs at once goes to the frame: otherwise that page would load all late parts of the first page.
      if (((needed.get(id) ?? 0n) & pageBits) === 0n) firstParts.add(id);
      else frame.add(id);
    }
  const shellIcons = [...collectImports(shellParts, graph, frame)].filter(
    (id) => id.includes('lucide-react') && countBits(needed.get(id)) <= rareIconLimit && assigned.delete(id),
  );
  return { frame, firstParts, shellIcons, needed: assigned, weights };
}

/** Returns the name of a module: its file name without the extension. */
const readName = (id: string): string => /([^/]+)\.\w+$/.exec(id)?.[1] ?? id;

const countBits = (bits = 0n): number => bits.toString(2).replaceAll('0', '').length;

/** Returns every dynamically imported module (the entries), and for each module the bits of the entries that need it. */
function collectNeeds(graph: Graph, frameModules: ReadonlySet<string>) {
  const entriesByModule = new Map<string, bigint>();
  const entries = new Set<string>();
  const visited = new Set(frameModules);
  // The loop also visits entries that are added while it runs.
  for (const id of visited)
    for (const entry of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      if (entries.has(entry) || frameModules.has(entry)) continue;
      const bit = 1n << BigInt(entries.size);
      entries.add(entry);
      for (const neededModule of collectImports(entry, graph, frameModules)) {
        visited.add(neededModule);
        entriesByModule.set(neededModule, (entriesByModule.get(neededModule) ?? 0n) | bit);
      }
    }
  return { needed: entriesByModule, entries: [...entries] };
}

/**
 * Returns whether the modules that a module imports are counted as needed. The imports of most libraries are not
 * counted, because a library exports everything from one module, and the bundler later removes what a page does not
 * use.
 */
const areImportsFollowed = (id: string): boolean =>
  !/node_modules(?!.*(react-hook-form|@hookform|lucide-react|@noble))/.test(id);

function collectImports(start: string, graph: Graph, except: ReadonlySet<string>): Set<string> {
  const visitedModules = new Set([start]);
  for (const id of visitedModules)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!except.has(imported) && areImportsFollowed(imported)) visitedModules.add(imported);
  return visitedModules;
}

/**
 * Returns whether a module is part of a library, or imports one, that only its page or part needs. The bundler puts such a library into the
 * file of the page or part, so this file would import a file that contains the module, and be imported by it.
 */
const usesOwnLibrary = (id: string, graph: Graph): boolean =>
  [id, ...(graph.getModuleInfo(id)?.importedIds ?? [])].some(
    (module) => !areImportsFollowed(module) && !commonLibraries.test(module),
  );

/** The libraries that are in the files `libraries` and `base`. */
const commonLibraries = /node_modules[\\/](react|react-dom|@tanstack|zod)[\\/]/;

/** Returns the length of code without comments and indentation, which the built files do not contain. */
const measureCode = (code: string): number => code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|^\s+/gm, '').length;

/** Creates one chunk for all modules that the same entries need; each chunk lists the chunks that it imports. */
function createChunks(needed: ReadonlyMap<string, bigint>, graph: Graph): Set<Chunk> {
  const chunksByEntries = new Map<bigint, Chunk>();
  for (const [id, entries] of needed) {
    const isShared = countBits(entries) > 1;
    const chunk = chunksByEntries.get(entries) ?? {
      modules: [],
      bytes: 0,
      entries,
      imports: new Set(),
      isShared,
      isAlone: false,
    };
    chunksByEntries.set(entries, chunk);
    chunk.modules.push(id);
    if (!isShared && usesOwnLibrary(id, graph)) chunk.isAlone = true;
    chunk.bytes += measureCode(graph.getModuleInfo(id)?.code ?? '');
  }
  for (const chunk of chunksByEntries.values())
    for (const id of chunk.modules)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
        const importedChunk = chunksByEntries.get(needed.get(imported) ?? 0n);
        if (importedChunk && importedChunk !== chunk) chunk.imports.add(importedChunk);
      }
  return new Set(chunksByEntries.values());
}

/** Merges the two chunks whose merge saves the most bytes; returns false if no merge saves bytes. */
function mergeBestPair(chunks: Set<Chunk>, allChunks: Set<Chunk>, sumWeights: SumWeights): boolean {
  const chunkList = [...chunks].map((chunk) => ({ chunk, weight: sumWeights(chunk.entries) }));
  let bestMerge: { savedBytes: number; one: Chunk; other: Chunk } | null = null;
  for (const [at, { chunk: one, weight }] of chunkList.entries())
    for (const { chunk: other, weight: otherWeight } of chunkList.slice(at + 1)) {
      const savedBytesBefore = bestMerge?.savedBytes ?? 0;
      // No pair saves more than the files of all its entries, and the imported chunks, which take long to collect, only lower the number.
      if (fileCost * Math.min(weight, otherWeight) <= savedBytesBefore) continue;
      if ((one.entries & other.entries) === 0n) continue;
      if (countOwnSavedBytes(one, other, sumWeights) <= savedBytesBefore) continue;
      const savedBytes = countSavedBytes(one, other, sumWeights);
      if (savedBytes > savedBytesBefore && !wouldCreateCycle(one, other)) bestMerge = { savedBytes, one, other };
    }
  if (bestMerge === null) return false;
  chunks.delete(bestMerge.other);
  merge(allChunks, bestMerge.one, bestMerge.other);
  return true;
}

/** Merges the smallest chunk, if it is too small for a file, with the chunk with which it costs least; returns false if there is none. */
function mergeSmallestChunk(chunks: Set<Chunk>, sumWeights: SumWeights): boolean {
  const smallestFirst = [...chunks].toSorted((one, other) => one.bytes - other.bytes);
  const isOfPage = ({ entries }: Chunk): boolean => sumWeights(entries) >= 1;
  for (const small of smallestFirst) {
    if (small.bytes >= smallestFile) return false;
    if (small.isAlone) continue;
    const partners = smallestFirst
      // A page never waits for the file of a late part, which can import libraries that the bytes do not contain.
      .filter((partner) => partner !== small && (isOfPage(partner) || !isOfPage(small)))
      .filter((partner) => !partner.isAlone && !wouldCreateCycle(small, partner))
      .map((partner) => ({ partner, savedBytes: countSavedBytes(small, partner, sumWeights) }));
    const [best] = partners.toSorted((one, other) => other.savedBytes - one.savedBytes);
    if (!best || best.savedBytes < -largestLoss) continue;
    merge(chunks, best.partner, small);
    return true;
  }
  return false;
}

/**
 * Counts the bytes that a merge saves for all pages together. After a merge, more pages must also load the chunks that
 * the two merged chunks import.
 */
function countSavedBytes(one: Chunk, other: Chunk, sumWeights: SumWeights): number {
  const mergedEntries = one.entries | other.entries;
  const countAddedWeight = (chunk: Chunk): number => sumWeights(mergedEntries & ~chunk.entries);
  const otherChunks = [...collectImportedChunks([one, other])].filter(
    (importedChunk) => importedChunk !== one && importedChunk !== other,
  );
  return otherChunks.reduce(
    (remainingBytes, importedChunk) =>
      remainingBytes - (importedChunk.bytes + fileCost) * countAddedWeight(importedChunk),
    countOwnSavedBytes(one, other, sumWeights),
  );
}

/** Counts the bytes that a merge saves, without the chunks that the two chunks import. */
const countOwnSavedBytes = (one: Chunk, other: Chunk, sumWeights: SumWeights): number =>
  fileCost * sumWeights(one.entries & other.entries) -
  one.bytes * sumWeights(other.entries & ~one.entries) -
  other.bytes * sumWeights(one.entries & ~other.entries);

/** Returns the sum of the weights of the entries whose bits are set. */
type SumWeights = (entries: bigint) => number;

/**
 * Creates the function that sums weights. The returned function caches each sum, because it is called about a million
 * times for a small number of sets of entries.
 */
function createWeightSum(weights: readonly number[]): SumWeights {
  const knownSums = new Map<bigint, number>();
  return (entries) => {
    const sum =
      knownSums.get(entries) ??
      weights.reduce((total, weight, index) => ((entries >> BigInt(index)) & 1n ? total + weight : total), 0);
    knownSums.set(entries, sum);
    return sum;
  };
}

/** Returns all chunks that the given chunks import, directly or indirectly. */
function collectImportedChunks(chunks: readonly Chunk[]): Set<Chunk> {
  const visitedChunks = new Set(chunks.flatMap(({ imports }) => [...imports]));
  for (const chunk of visitedChunks) for (const imported of chunk.imports) visitedChunks.add(imported);
  return visitedChunks;
}

/**
 * Returns whether one of the two chunks imports the other through a third chunk. After a merge of these two chunks, the
 * third chunk and the merged chunk would import each other.
 */
function wouldCreateCycle(one: Chunk, other: Chunk): boolean {
  const isImportedIndirectly = (from: Chunk, to: Chunk): boolean =>
    collectImportedChunks([...from.imports].filter((importedChunk) => importedChunk !== to)).has(to);
  return isImportedIndirectly(one, other) || isImportedIndirectly(other, one);
}

function merge(chunks: Set<Chunk>, one: Chunk, other: Chunk): void {
  chunks.delete(other);
  one.modules.push(...other.modules);
  one.bytes += other.bytes;
  one.isShared ||= other.isShared;
  one.entries |= other.entries;
  for (const imported of other.imports) one.imports.add(imported);
  for (const chunk of chunks) if (chunk.imports.delete(other)) chunk.imports.add(one);
  one.imports.delete(one);
  for (const imported of collectImportedChunks([one])) imported.entries |= one.entries;
}
