import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { invalid } from '#server/platform/problem.ts';
import type { RawBuilder } from 'kysely';
import type { ListPosition, SortOrder } from '#server/database/queries/keyset.ts';

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

/** The type of a key in a cursor; `id` and `rank` are integers up to 2^31 - 1, `moment` is in Unix milliseconds. */
export type KeyKind = 'text' | 'id' | 'rank' | 'moment';

/** The order of a list: its name, which each cursor contains, and the types of its keys. */
export type CursorOrder = { name: string; kinds: readonly KeyKind[] };

/** The keys by which a list is sorted, with the type of each key. */
export type SortKeys = readonly (readonly [key: RawBuilder<unknown>, kind: KeyKind])[];

/** Creates the order of a list that is sorted by the given keys. Rows with equal keys are sorted by their id. */
export const createCursorOrder = (
  { field, direction }: { field: string; direction: 'asc' | 'desc' },
  keys: SortKeys,
  id: RawBuilder<unknown>,
): SortOrder & CursorOrder => ({
  name: `${field} ${direction}`,
  kinds: [...keys.map(([, kind]) => kind), 'id'],
  keys: [...keys.map(([key]) => key), id],
  direction,
});

/** A list whose pages are requested by cursors. */
export type CursorList = {
  cursorOrder: CursorOrder;
  /** Counts the rows. Returns null if the total is known only after a slice was read; then the list is always read from its beginning. */
  countTotal: () => Promise<ListTotal | null>;
  readSlice: (slice: ListSlice) => Promise<PositionsResult>;
};

/** The positions of the rows of a slice, and their total if `countTotal` returned null. */
export type PositionsResult = { positions: ListPosition[]; listTotal?: ListTotal };

/**
 * Reads one page of a list: the positions of its rows, the total number of rows, and the cursors of the previous and next page.
 */
export async function readCursorPage(list: CursorList, request: CursorRequest) {
  const { pageNumber, pageSize } = request;
  const knownTotal = await list.countTotal();
  const { slice, isFirst } = findSlice(list, request, knownTotal);
  const { positions: rows, listTotal = knownTotal ?? { total: rows.length } } = await list.readSlice(slice);
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
    throw invalid({ [field]: fieldMessages.place });
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
  return kind === 'moment' || Math.abs(Number(key)) <= 2_147_483_647;
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
