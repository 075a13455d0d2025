/**
 * How a page is found. `gather`: read all rows that match, and sort them. `walk`: read the index of the order and test each entry until the
 * page is full. `merge`: read the index of the order of each group that matches, side by side.
 */
export type Way = 'gather' | 'walk' | 'merge';

/** What the counters of the groups say before anything is read. */
export type Counted = {
  /** Rows of the list that match, and of all groups. */
  total: number;
  everyone: number;
  /** The number of groups that match, infinite if no condition chooses them, and how many rows they have together. */
  groups: number;
  inGroups: number;
};

/** More parts than this are not merged: SQLite allows 500 in a statement, and each one is a lookup. */
export const mostMerged = 64;

/**
 * The way that reads the fewest entries for a page whose last row is number `needed` from its beginning. `isEven`: the rows that match are
 * spread over the order; those of some countries are not, in the order of countries.
 */
export function wayOf({ total, everyone, groups, inGroups }: Counted, needed: number, isEven: boolean): Way {
  const rows = Math.max(total, 1);
  const costs: Record<Way, number> = {
    gather: total * gatherCost,
    walk: needed * (everyone / rows),
    merge: groups > mostMerged ? Infinity : groups * lookupCost + needed * (inGroups / rows) * mergeCost,
  };
  // A few hundred entries are read faster than a second way is prepared.
  if (total <= 100) return 'gather';
  const isPart = inGroups < everyone;
  if (isPart && !isEven) costs.walk *= unevenCost;
  if (costs.walk <= 300) return 'walk';
  return (['walk', 'merge', 'gather'] as const).reduce((best, way) => (costs[way] < costs[best] ? way : best));
}

/** A group, the number of its rows that are wanted, and what the first key of all its rows is. */
export type GroupShare = readonly [id: number, n: number, fact: string | number];

export function parseShares(json: string): GroupShare[] {
  const found: unknown = JSON.parse(json);
  return Array.isArray(found) ? found.filter(isShare) : [];
}

const isShare = (value: unknown): value is GroupShare =>
  Array.isArray(value) && value.length === 3 && typeof value[0] === 'number' && typeof value[1] === 'number';

type FirstRows = { direction: 'asc' | 'desc'; from: string | number | undefined; needed: number };

/**
 * The groups that the next `needed` rows of an order are in: all groups of the first facts, from the fact `from` on. Null if no group has that
 * fact. The rows of the first fact do not count where a place is given, because all of them may be before it.
 */
export function firstGroups(shares: readonly GroupShare[], { direction, from, needed }: FirstRows) {
  const byFact = Map.groupBy(shares, ([, , fact]) => fact);
  const inOrder = [...byFact.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const facts = direction === 'asc' ? inOrder : inOrder.toReversed();
  const begin = from === undefined ? 0 : facts.indexOf(from);
  if (begin === -1) return null;
  const groups: number[] = [];
  let [rows, counted, at] = [0, 0, begin];
  for (; at < facts.length && counted < needed; at += 1) {
    const inFact = byFact.get(facts[at] ?? '') ?? [];
    const n = inFact.reduce((sum, [, each]) => sum + each, 0);
    groups.push(...inFact.map(([id]) => id));
    rows += n;
    if (from === undefined || at > begin) counted += n;
  }
  return { groups, rows, from: facts[begin], facts: at - begin };
}

// In entries of the walk, which cost about 0.3 microseconds each on SQLite.
const gatherCost = 3;
const unevenCost = 1000;
const mergeCost = 2;
const lookupCost = 10;

/** Rows that a keyword finds and that are counted; of more, a list says only that there are more. */
export const mostCounted = 1000;

/** Of so many rows that the index finds, all are read; some of them may not contain the words. */
export const mostLooked = 2000;

/** Entries of an index that a search tests at most before it takes another way. */
export const walkBudget = 6000;

/** `hits`: read the keys of all rows that the keyword finds, and sort them. */
export type SearchWay = Way | 'hits';

/** The way to a page of a keyword that many rows match: `share` of all rows, from 0 to 1. */
export function searchWayOf({ total, everyone, groups }: Counted, share: number, needed: number): SearchWay {
  // So few that all are tested, and counted exactly.
  if (total <= mostCounted) return 'gather';
  const tested = needed / share;
  const walked = needed * (everyone / Math.max(1, total * share));
  // All ways but the first one count the rows besides.
  const counted = Math.min(mostLooked, mostCounted * (everyone / total)) * joinCost;
  const costs: Record<SearchWay, number> = {
    gather: total > mostGathered ? Infinity : total * testCost,
    walk: walked > walkBudget ? Infinity : counted + walked + tested * testCost,
    merge: groups > mostMerged || tested > walkBudget ? Infinity : counted + groups * lookupCost + tested * testCost,
    hits: counted + everyone * share * mergeCost,
  };
  return (['walk', 'merge', 'gather', 'hits'] as const).reduce((best, way) => (costs[way] < costs[best] ? way : best));
}

/** Reads a row by its id, for a count. */
const joinCost = 5;
/** A test reads the text of a row. */
const testCost = 6;
const mostGathered = 5000;
