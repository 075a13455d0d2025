import { sql, type SelectQueryBuilder, type RawBuilder } from 'kysely';
import { together } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { readBatches, csvBatchSize } from '../csv/csv.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { invalid } from '#server/platform/problem.ts';

/** The maximum number of matching rows that are counted. If a list has more rows, it says only that there are more. */
export const maxCountedRows = 1000;

/**
 * The order of a list: all keys have the same direction and are never null, and the last key is a unique integer. If the keys of the order
 * have an index, reading a page does not read the rows before the page.
 */
export type SortOrder = { keys: readonly RawBuilder<unknown>[]; direction: 'asc' | 'desc' };

/** The position of a row in a list: the values of its keys. */
export type ListPosition = readonly (string | number)[];

/** The requested page: the page after or before a cursor, or the page with this number. */
export type CursorRequest = {
  pageNumber: number;
  pageSize: number;
  after?: string | undefined;
  before?: string | undefined;
};

/** A part of a list: `limit` rows after `after` in the order of the list, or in the opposite order if `isReversed`. */
export type ListSlice = { isReversed: boolean; after: ListPosition | null; skip: number; limit: number };

export type ListTotal = { total: number; totalIsMinimum?: true };

/**
 * The type of a key in a cursor; `id` and `rank` are integers up to 2^31 - 1, `wideId` is an integer up to 2^53 - 1, `moment` is in Unix
 * milliseconds.
 */
export type KeyKind = 'text' | 'id' | 'wideId' | 'rank' | 'moment';

/** The order of a list: its name, which each cursor contains, and the types of its keys. */
export type CursorOrder = { name: string; kinds: readonly KeyKind[] };

/** The keys by which a list is sorted, with the type of each key. */
export type SortKeys = readonly (readonly [key: RawBuilder<unknown>, kind: KeyKind])[];

/** A list whose pages are requested by cursors. */
export type CursorList = {
  cursorOrder: CursorOrder;
  /** Counts the rows. Returns null if the total is known only after a slice was read; then the list is always read from its beginning. */
  countTotal: () => Promise<ListTotal | null>;
  readSlice: (slice: ListSlice) => Promise<PositionsResult>;
};

/** The positions of the rows of a slice, and their total if `countTotal` returned null. */
export type PositionsResult = { positions: ListPosition[]; listTotal?: ListTotal };

/** A list: a query without columns, and the order of its pages. */
export type KeysetList<Schema, Table extends keyof Schema> = {
  matchingRows: SelectQueryBuilder<Schema, Table, object>;
  order: SortOrder & CursorOrder;
};

/** Reads one page of a list that has an index for its order: it first reads the keys of the page, and then the rows. */
export function readKeysetPage<Schema, Table extends keyof Schema, Row extends { id: number }>(
  db: Db,
  list: KeysetList<Schema, Table>,
  { pageRequest, readRowsByIds }: { pageRequest: CursorRequest; readRowsByIds: ReadRowsByIds<Row> },
) {
  return readRowsOfPage(toCursorList(db, list), pageRequest, readRowsByIds);
}

/**
 * Converts a list to the form that `readCursorPage` needs. Lists whose row ids are not integers need it, because `readKeysetPage` only
 * reads rows with integer ids.
 */
export const toCursorList = <Schema, Table extends keyof Schema>(
  db: Db,
  { matchingRows, order }: KeysetList<Schema, Table>,
): CursorList => ({
  cursorOrder: order,
  countTotal: () => countRows(db, matchingRows),
  readSlice: async ({ isReversed, ...slice }) => ({
    positions: await readNextPositions(matchingRows, isReversed ? reverseOrder(order) : order, slice),
  }),
});

type ReadRowsByIds<Row> = (ids: readonly number[]) => Promise<readonly Row[]>;

/** Reads one page of a list and its total. `readRowsByIds` returns the rows with the given ids in any order. */
export async function readRowsOfPage<Row extends { id: number }>(
  list: CursorList,
  pageRequest: CursorRequest,
  readRowsByIds: ReadRowsByIds<Row>,
) {
  const { places, page } = await readCursorPage(list, pageRequest);
  return { ...page, items: await readInOrder(places.map(readPositionId), readRowsByIds) };
}

/** Returns the total of a list of which at most `maxCountedRows` and one more row were counted. */
export const toListTotal = (n: number): ListTotal =>
  n > maxCountedRows ? { total: maxCountedRows, totalIsMinimum: true } : { total: n };

/** Counts the rows of a query, but stops after a thousand, so that counting takes the same time however long the list is. */
async function countRows<Schema, Table extends keyof Schema>(
  db: Db,
  matchingRows: SelectQueryBuilder<Schema, Table, object>,
): Promise<ListTotal> {
  const [n = 0] = await readCounts(db, [countLimited(matchingRows)]);
  return toListTotal(n);
}

/** The number of rows of a query, of which the database reads one more than are counted. */
export const countLimited = <Schema, Table extends keyof Schema>(
  matchingRows: SelectQueryBuilder<Schema, Table, object>,
): RawBuilder<unknown> =>
  sql`select count(*) from (${matchingRows.select((column) => column.lit(1).as('one')).limit(maxCountedRows + 1)}) as counted`;

/** Reads several counts with one statement. */
export async function readCounts(db: Db, counts: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const columns = counts.map((count, at) => sql`(${count}) as ${sql.ref(`key${at}`)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db);
  return counts.map((_, at) => rows[0]?.[`key${at}`] ?? 0);
}

/** Returns the rows of the given ids in the order of the ids; `readRowsByIds` may return them in any order. */
async function readInOrder<Row extends { id: number }>(
  ids: readonly number[],
  readRowsByIds: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rowsById = new Map((await readRowsByIds(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}

/**
 * Reads one page of a list: the positions of its rows, the total number of rows, and the cursors of the previous and next page.
 */
export async function readCursorPage(list: CursorList, request: CursorRequest) {
  const { pageNumber, pageSize } = request;
  // Only a page in the middle is read from the beginning or from the end of the list, depending on the total.
  const needsTotal = pageNumber > 1 && request.after === undefined && request.before === undefined;
  const earlyTotal = needsTotal ? await list.countTotal() : null;
  const { slice, isFirst } = findSlice(list, request, earlyTotal);
  const [knownTotal, { positions: rows, listTotal = knownTotal ?? { total: rows.length } }] = await together(
    needsTotal ? Promise.resolve(earlyTotal) : list.countTotal(),
    list.readSlice(slice),
  );
  const pageRows = rows.slice(0, pageSize);
  const hasFurtherRow = rows.length > pageRows.length;
  const positions = slice.isReversed ? pageRows.toReversed() : pageRows;
  const skippedRows = (pageNumber - 1) * pageSize;
  const { hasNext, hasPrevious } = findNeighbours(request, {
    slice,
    isFirst,
    hasFurtherRow,
    lastRowNumber: skippedRows + positions.length,
    total: listTotal.total,
  });
  const toCursor = (position: ListPosition | undefined): string | undefined =>
    position && encodeCursor(list.cursorOrder.name, position);
  const next = hasNext ? toCursor(positions.at(-1)) : undefined;
  const previous = hasPrevious ? toCursor(positions[0]) : undefined;
  return {
    places: positions,
    page: {
      ...listTotal,
      pageNumber,
      pageSize,
      ...(next !== undefined && { next }),
      ...(previous !== undefined && { previous }),
    },
  };
}

type SliceResult = { slice: ListSlice; isFirst: boolean; hasFurtherRow: boolean; lastRowNumber: number; total: number };

/** Returns whether there are pages before and after the current page. */
function findNeighbours(
  { after, before }: CursorRequest,
  { slice, isFirst, hasFurtherRow, lastRowNumber, total }: SliceResult,
) {
  if (!slice.isReversed) return { hasNext: hasFurtherRow, hasPrevious: !isFirst };
  if (after === undefined && before === undefined) return { hasNext: lastRowNumber < total, hasPrevious: !isFirst };
  return { hasNext: before !== '', hasPrevious: hasFurtherRow };
}

type SliceStart = { slice: ListSlice; isFirst: boolean };

function findSlice(
  { cursorOrder }: CursorList,
  { pageNumber, pageSize, after, before }: CursorRequest,
  knownTotal: ListTotal | null,
): SliceStart {
  const limit = pageSize + 1;
  if (after !== undefined)
    return {
      slice: { isReversed: false, after: decodeCursor(cursorOrder, after, 'after'), skip: 0, limit },
      isFirst: false,
    };
  if (before !== undefined)
    return {
      slice: {
        isReversed: true,
        after: before === '' ? null : decodeCursor(cursorOrder, before, 'before'),
        skip: 0,
        limit,
      },
      isFirst: false,
    };
  const skip = (pageNumber - 1) * pageSize;
  const isFirst = pageNumber === 1;
  // Pages in the second half of a list are read from its end, because skipped rows cost time.
  if (knownTotal === null || knownTotal.totalIsMinimum || skip <= knownTotal.total / 2 || skip >= knownTotal.total)
    return { slice: { isReversed: false, after: null, skip, limit }, isFirst };
  const lastPageRows = Math.min(pageSize, knownTotal.total - skip);
  return {
    slice: { isReversed: true, after: null, skip: knownTotal.total - skip - lastPageRows, limit: lastPageRows },
    isFirst,
  };
}

/** Writes a cursor, which clients send back unchanged. A cursor is valid only for the order of the list that created it. */
const encodeCursor = (order: string, position: ListPosition): string =>
  Buffer.from(JSON.stringify([order, ...position])).toString('base64url');

/** Throws INVALID if the text is not a cursor of the given order. */
function decodeCursor({ name, kinds }: CursorOrder, text: string, field: string): ListPosition {
  const [orderName, ...keys] = parseJson(text);
  const position = keys.filter((key, at) => isValidKey(kinds[at], key)).filter(isKey);
  if (orderName !== name || keys.length !== kinds.length || position.length !== kinds.length)
    throw invalid({ [field]: serverMessages.place });
  return position;
}

const isKey = (key: unknown): key is string | number => typeof key === 'string' || typeof key === 'number';

/**
 * Returns whether a key can be compared with a column of the given type on both databases. PostgreSQL refuses a text with the character
 * U+0000 and a number that its column type cannot hold.
 */
function isValidKey(kind: KeyKind | undefined, key: unknown): boolean {
  if (kind === 'text') return typeof key === 'string' && !key.includes('\0');
  if (!Number.isSafeInteger(key)) return false;
  return kind === 'moment' || kind === 'wideId' || Math.abs(Number(key)) <= 2_147_483_647;
}

function parseJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    // A text that is not JSON is treated like a cursor of another order.
    return [];
  }
}

/** Creates the order of a list that is sorted by the given keys. Rows with equal keys are sorted by their id. */
export const createCursorOrder = (
  { field, direction }: { field: string; direction: 'asc' | 'desc' },
  keys: SortKeys,
  id: RawBuilder<unknown>,
  idKind: KeyKind = 'id',
): SortOrder & CursorOrder => ({
  name: `${field} ${direction}`,
  kinds: [...keys.map(([, kind]) => kind), idKind],
  keys: [...keys.map(([key]) => key), id],
  direction,
});

/**
 * The number of positions (ids and sort keys) that one query reads. A list without an index is sorted once for each
 * query, and only the positions of one query are in memory.
 */
const positionsPerRead = 10_000;

/**
 * Reads all rows of a list in their order, one batch at a time, for a table that is sent while it is read. `query` is
 * the query of the list, without columns and without a page. `readRowsByIds` reads the rows with the given ids, in any
 * order. Rows that are deleted meanwhile are left out.
 */
export async function* readRowsInOrder<Schema, Table extends keyof Schema, Row extends { id: number }>(
  query: SelectQueryBuilder<Schema, Table, object>,
  order: SortOrder,
  readRowsByIds: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> {
  yield* readRowsAtPositions((after, limit) => readNextPositions(query, order, { after, limit }), readRowsByIds);
}

/**
 * Reads all rows of a list like `readRowsInOrder`, but with a function of the list that finds the positions of the
 * rows.
 */
export const readBatchesAtPositions = <Row extends { id: number }>(
  readSlice: CursorList['readSlice'],
  readRowsByIds: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> =>
  readRowsAtPositions(
    async (after, limit) => (await readSlice({ isReversed: false, after, skip: 0, limit })).positions,
    readRowsByIds,
  );

/** Reads the ids of all rows of a list without the ids in `except`. Throws INVALID if the list has too many rows. */
export async function readSelectedIds(
  readSlice: CursorList['readSlice'],
  except: readonly number[],
): Promise<number[]> {
  const limit = limits.list.selected + except.length + 1;
  const { positions } = await readSlice({ isReversed: false, after: null, skip: 0, limit });
  const excluded = new Set(except);
  const ids = positions.map(readPositionId).filter((id) => !excluded.has(id));
  if (ids.length > limits.list.selected) throw invalid({ selection: serverMessages.selectionLarge });
  return ids;
}

async function* readRowsAtPositions<Row extends { id: number }>(
  readPositions: (after: ListPosition | null, limit: number) => Promise<ListPosition[]>,
  readRowsByIds: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> {
  for await (const positions of readBatches<ListPosition>(readPositions, positionsPerRead)) {
    for (let from = 0; from < positions.length; from += csvBatchSize) {
      yield readInOrder(positions.slice(from, from + csvBatchSize).map(readPositionId), readRowsByIds);
    }
  }
}

/** Returns the same keys in the opposite direction. */
const reverseOrder = ({ keys, direction }: SortOrder): SortOrder => ({
  keys,
  direction: direction === 'asc' ? 'desc' : 'asc',
});

/** Sorts a query by all keys of an order. */
export const sortQuery = <Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  { keys, direction }: SortOrder,
): SelectQueryBuilder<Schema, Table, Row> =>
  keys.reduce<SelectQueryBuilder<Schema, Table, Row>>(
    (orderedQuery, key) => orderedQuery.orderBy(key, direction),
    query,
  );

/**
 * The condition for the rows after a position. The condition compares all keys at once, because both databases can use an index for this
 * comparison.
 */
export const isAfterPosition = ({ keys, direction }: SortOrder, position: ListPosition): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(keys)}) ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join([...position])})`;

/** Returns the positions of the rows after `after`. The query reads only the keys of each row. */
async function readNextPositions<Schema, Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
  sortOrder: SortOrder,
  { after, limit, skip = 0 }: { after: ListPosition | null; limit: number; skip?: number },
): Promise<ListPosition[]> {
  const followingRows = after ? query.where(isAfterPosition(sortOrder, after)) : query;
  const rows = await sortQuery(followingRows, sortOrder)
    .select(sortOrder.keys.map((key, index) => key.as(`key${index}`)))
    .limit(limit)
    .offset(skip)
    .execute();
  return rows.map((row) => sortOrder.keys.map((_, index) => readKey(row, `key${index}`)));
}

function readKey(row: object, name: string): string | number {
  const value: unknown = Reflect.get(row, name);
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error('a key of a sorted list is neither a text nor a number');
  return value;
}

/** Returns the id of the row, which is the last key of its position. */
const readPositionId = (position: ListPosition): number => Number(position.at(-1));
