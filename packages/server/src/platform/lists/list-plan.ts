/**
 * How a page is read. `gather` reads all matching rows, and sorts them. `walk` reads the index in the order of the list, and tests each
 * entry until the page is full. `merge` reads the matching groups, each in the order of the list, and merges them.
 */
export type ReadMethod = 'gather' | 'walk' | 'merge';

/**
 * Numbers of rows, from the counters that the database stores for each group (the rows with the same filter values). These numbers are
 * known before any row is read.
 */
export type ListCounts = {
  /** `total` is the number of matching rows, and `allRows` is the number of all rows of the list. */
  total: number;
  allRows: number;
  /**
   * `groupCount` is the number of matching groups (infinite without a condition on groups), and `rowsInGroups` the number of rows in these
   * groups.
   */
  groupCount: number;
  rowsInGroups: number;
};

/** The maximum number of groups that are merged: SQLite allows 500 parts in a statement, and each part needs a lookup. */
export const maxMergedGroups = 64;

/**
 * Chooses the method that reads the fewest entries for a page whose last row is row `rowNumber` of the list. `isSpreadEvenly` means that
 * the matching rows are spread over the whole order; it is false, for example, for the rows of one country in an order by country.
 * `merging` has the costs of merging groups, which depend on the database.
 */
export function chooseReadMethod(
  { total, allRows, groupCount, rowsInGroups }: ListCounts,
  rowNumber: number,
  { isSpreadEvenly, merging }: { isSpreadEvenly: boolean; merging: Merging },
): ReadMethod {
  const rows = Math.max(total, 1);
  const costs: Record<ReadMethod, number> = {
    gather: total * gatherCost,
    walk: rowNumber * (allRows / rows),
    merge:
      groupCount > merging.maxGroups
        ? Infinity
        : groupCount * merging.costOfGroup + rowNumber * (rowsInGroups / rows) * mergeCost,
  };
  if (total <= 100) return 'gather';
  const isFiltered = rowsInGroups < allRows;
  if (isFiltered && !isSpreadEvenly) costs.walk *= walkFactorForUnevenRows;
  // Reading a few hundred entries is faster than preparing another statement.
  if (costs.walk <= merging.preparationCost) return 'walk';
  return (['walk', 'merge', 'gather'] as const).reduce((cheapest, method) =>
    costs[method] < costs[cheapest] ? method : cheapest,
  );
}

/** A group, the number of its matching rows, and the first key of all its rows in the order of the list. */
export type GroupShare = readonly [id: number, n: number, firstKey: string | number];

export function parseGroupShares(json: string): GroupShare[] {
  const shares: unknown = JSON.parse(json);
  return Array.isArray(shares) ? shares.filter(isShare) : [];
}

const isShare = (value: unknown): value is GroupShare =>
  Array.isArray(value) && value.length === 3 && typeof value[0] === 'number' && typeof value[1] === 'number';

type NextRows = { direction: 'asc' | 'desc'; from: string | number | undefined; limit: number };

/**
 * Returns the groups that contain the next `limit` rows of the list. All rows of a group have the same first sort key, so these are the
 * groups with the next keys, beginning with the key `from`. Returns null if no group has the key `from`. The rows with the key `from` do
 * not count towards `limit`, because all of them may be before the cursor.
 */
export function findNextGroups(shares: readonly GroupShare[], { direction, from, limit }: NextRows) {
  const sharesByKey = Map.groupBy(shares, ([, , firstKey]) => firstKey);
  const ascendingKeys = [...sharesByKey.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const keys = direction === 'asc' ? ascendingKeys : ascendingKeys.toReversed();
  const startIndex = from === undefined ? 0 : keys.indexOf(from);
  if (startIndex === -1) return null;
  const groups: number[] = [];
  let [rows, countedRows, keyIndex] = [0, 0, startIndex];
  for (; keyIndex < keys.length && countedRows < limit; keyIndex += 1) {
    const sharesOfKey = sharesByKey.get(keys[keyIndex] ?? '') ?? [];
    const n = sharesOfKey.reduce((sum, [, groupRows]) => sum + groupRows, 0);
    groups.push(...sharesOfKey.map(([id]) => id));
    rows += n;
    if (from === undefined || keyIndex > startIndex) countedRows += n;
  }
  return { groups, rows, from: keys[startIndex], keyCount: keyIndex - startIndex };
}

/** Returns whether counting the rows before a page takes less time than the cheapest method that skips them. */
export function isCountingCheaper(counts: ListCounts, skip: number): boolean {
  const { total, allRows, groupCount, rowsInGroups } = counts;
  const rows = Math.max(total, 1);
  const skipCost = Math.min(total * gatherCost, skip * (allRows / rows), skip * (rowsInGroups / rows) * mergeCost);
  return sampleCost + expectedGuesses * groupCount * lookupCost + skip * countedCost < skipCost;
}

/**
 * The position of a row in the sample, and the number of rows of the list up to this row. The index -1 means the beginning of the list, and
 * an index equal to the length of the sample means the end of the list.
 */
export type SamplePosition = { index: number; rowsUpTo: number };

type Guess = { low: SamplePosition; high: SamplePosition; skip: number; guesses: number };

/**
 * Guesses which row of the sample, between `low` and `high`, is the last row before the page. The first guess is an estimate in proportion
 * to the number of rows. The next guesses are a little beyond the estimate. After such guesses, `low` and `high` soon enclose the page
 * closely, and only the few rows between a guess and the nearer of the two must be counted. Later guesses are in the middle between `low`
 * and `high`, so that few guesses are needed for every distribution of rows.
 */
export function guessSampleIndex({ low, high, skip, guesses }: Guess): number {
  const span = high.index - low.index;
  const steps = (span * (skip - low.rowsUpTo)) / Math.max(1, high.rowsUpTo - low.rowsUpTo);
  const isNearLow = steps < span / 2;
  const margin = 1 + Math.sqrt(Math.max(0, isNearLow ? steps : span - steps));
  const isEstimateEnough = guesses === 0 || span <= narrowSpan;
  const likelySteps = isEstimateEnough ? steps : isNearLow ? steps + margin : steps - margin;
  const guess = low.index + Math.round(guesses < maxEstimates ? likelySteps : span / 2);
  return Math.min(Math.max(guess, low.index + 1), high.index - 1);
}

// The unit of all costs is the time in which the method `walk` tests one index entry, about 0.3 microseconds on SQLite.
const gatherCost = 3;
/** If the matching rows are not spread evenly, the estimated cost of the method `walk` is multiplied by this number. */
const walkFactorForUnevenRows = 1000;
const mergeCost = 2;
const lookupCost = 10;

/**
 * The costs of merging groups: `costOfGroup` for each group, and `preparationCost` for preparing the statement. `maxGroups` is the maximum
 * number of merged groups.
 */
type Merging = { costOfGroup: number; preparationCost: number; maxGroups: number };

/** A group costs more on PostgreSQL, because PostgreSQL plans the statement again for each request. */
export const mergeCosts = {
  sqlite: { costOfGroup: lookupCost, preparationCost: 300, maxGroups: maxMergedGroups },
  postgres: { costOfGroup: 300, preparationCost: 300, maxGroups: maxMergedGroups },
} as const satisfies Record<string, Merging>;

/** The cost of sorting the first rows of all groups, on SQLite. No preparation is needed, because the statement is always the same. */
export const sortedMergeCost: Merging = { costOfGroup: 1, preparationCost: 0, maxGroups: 5000 };

/** The maximum number of rows for which the first rows of all groups are sorted. For more rows, merging the groups is faster. */
export const maxSortedRows = 200;
const countedCost = 0.2;
const sampleCost = 3000;
const expectedGuesses = 5;
const maxEstimates = 6;
/** If `low` and `high` are at most this number of sample rows apart, the next guess is the estimate itself. */
const narrowSpan = 8;

/** The maximum number of matching rows that are counted. If a list has more rows, it says only that there are more. */
export const maxCountedRows = 1000;

/** If the search index finds at most this number of rows, all of them are read and tested, because some may not contain the words. */
export const maxReadHits = 2000;

/**
 * If the search index finds more rows than `maxReadHits`, only this number of them are tested and counted. The number is higher than
 * `maxCountedRows`, because some of these rows do not contain the words.
 */
export const maxCountedHits = 1100;

/** Returns whether there are so few rows in the caller's scope that a search tests and counts all of them. */
export const isListSmall = ({ total }: Pick<ListCounts, 'total'>): boolean => total <= maxReadHits;

/**
 * Returns whether the words of a search are common, so that far more rows contain the words than a search reads. `share` is the fraction of
 * the sampled rows that contain the words.
 */
export const isCommonKeyword = ({ allRows }: Pick<ListCounts, 'allRows'>, share: number): boolean =>
  share * allRows > 5 * maxReadHits;

/** A search for common words tests at most this number of rows to see how common they are. */
export const maxSampledRows = 12_000;

/** A search tests at most this number of index entries before it uses another method. */
const maxWalkedEntries = 6000;

/**
 * Returns how many index entries a search tests in the order of the list before it reads all hits instead. The result is ten times the
 * expected number of entries, or the number that takes a tenth of the time of reading all hits, whichever is higher.
 */
export function computeMaxWalkedEntries({ total, allRows }: ListCounts, share: number, rowNumber: number): number {
  const expectedEntries = rowNumber * (allRows / Math.max(1, total * share));
  const entriesForTenthOfHits = (allRows * share * mergeCost) / (textTestCost + 1) / 10;
  return Math.min(maxWalkedEntries, Math.ceil(Math.max(10 * expectedEntries, entriesForTenthOfHits)));
}

/**
 * Returns the maximum number of rows that a search tests while it merges groups: four times the expected number. With a higher limit,
 * PostgreSQL would sort all rows.
 */
export const computeMaxMergedRows = (rowNumber: number, share: number): number =>
  Math.min(maxWalkedEntries, Math.ceil((4 * rowNumber) / share));

/** The method `hits` reads the sort keys of all rows that the search index finds, and sorts them. */
export type SearchMethod = ReadMethod | 'hits';

/**
 * Chooses the method for a page of a search whose keyword matches many rows. `share` is the fraction of all rows that contain the keyword,
 * from 0 to 1.
 */
export function chooseSearchMethod(
  { total, allRows, groupCount }: ListCounts,
  { share, mergeCostOfGroup }: { share: number; mergeCostOfGroup: number },
  rowNumber: number,
): SearchMethod {
  if (isListSmall({ total })) return 'gather';
  const testedRows = rowNumber / share;
  const walkedEntries = rowNumber * (allRows / Math.max(1, total * share));
  // With every method except `gather`, a separate statement counts the rows.
  const countCost = Math.min(maxCountedHits, maxCountedRows * (allRows / total)) * joinCost;
  const costs: Record<SearchMethod, number> = {
    gather: total > maxGatheredRows ? Infinity : total * textTestCost,
    walk: walkedEntries > maxWalkedEntries ? Infinity : countCost + walkedEntries + testedRows * textTestCost,
    merge:
      groupCount > maxMergedGroups || testedRows > maxWalkedEntries
        ? Infinity
        : countCost + groupCount * mergeCostOfGroup + testedRows * textTestCost,
    hits: countCost + allRows * share * mergeCost,
  };
  return (['walk', 'merge', 'gather', 'hits'] as const).reduce((cheapest, method) =>
    costs[method] < costs[cheapest] ? method : cheapest,
  );
}

/** The cost of reading one row by its id to count the matching rows. */
const joinCost = 5;
/** The cost of testing one row, whose text must be read. */
const textTestCost = 6;
/** The method `gather` is used only if a filter matches at most this number of rows. */
const maxGatheredRows = 5000;
