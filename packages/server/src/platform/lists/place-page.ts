import { words } from '@basics/contract/words.ts';
import { invalid } from '#server/platform/problem.ts';
import type { RawBuilder } from 'kysely';
import type { ListPosition, SortOrder } from '#server/database/keyset.ts';

/** Which page is requested: the one after or before a place, or the one with this number. */
export type CursorRequest = {
  pageNumber: number;
  pageSize: number;
  after?: string | undefined;
  before?: string | undefined;
};

/** A part of a list: `most` rows after `after` in its order, or in the opposite order if `turned`. */
export type ListSlice = { turned: boolean; after: ListPosition | null; skip: number; most: number };

export type ListTotal = { total: number; totalIsMinimum?: true };

/** The type of a key in a cursor; `id` and `rank` are integers up to 2^31 - 1, `moment` is in Unix milliseconds. */
export type KeyKind = 'text' | 'id' | 'rank' | 'moment';

/** The order of a list: its name, which each cursor contains, and the types of its keys. */
export type CursorOrder = { name: string; kinds: readonly KeyKind[] };

/** What a list is sorted by, with the type of each key. */
export type SortKeys = readonly (readonly [key: RawBuilder<unknown>, kind: KeyKind])[];

/** The order by these keys, and rows that are equal in them by their id. */
export const orderBy = (
  { field, direction }: { field: string; direction: 'asc' | 'desc' },
  keys: SortKeys,
  id: RawBuilder<unknown>,
): SortOrder & CursorOrder => ({
  name: `${field} ${direction}`,
  kinds: [...keys.map(([, kind]) => kind), 'id'],
  keys: [...keys.map(([key]) => key), id],
  direction,
});

/** A list that is read by cursors. */
export type CursorList = {
  placeOrder: CursorOrder;
  /** Null where only a read of the list finds out; then the list is read from its beginning. */
  total: () => Promise<ListTotal | null>;
  places: (stretch: ListSlice) => Promise<Found>;
};

/** The places of a stretch; `counted` is there where `total` is null. */
export type Found = { places: ListPosition[]; counted?: ListTotal };

/**
 * One page of a list: the positions of its rows, the total number of rows, and the cursors of the previous and next
 * page.
 */
export async function readCursorPage(list: CursorList, asked: CursorRequest) {
  const { pageNumber, pageSize } = asked;
  const known = await list.total();
  const { stretch, isFirst } = findSlice(list, asked, known);
  const { places: found, counted = known ?? { total: found.length } } = await list.places(stretch);
  const page = found.slice(0, pageSize);
  const isMore = found.length > page.length;
  const places = stretch.turned ? page.toReversed() : page;
  const skipped = (pageNumber - 1) * pageSize;
  const { hasNext, hasPrevious } = findNeighbours(asked, {
    stretch,
    isFirst,
    isMore,
    last: skipped + places.length,
    total: counted.total,
  });
  const named = (place: ListPosition | undefined): string | undefined =>
    place && encodeCursor(list.placeOrder.name, place);
  const next = hasNext ? named(places.at(-1)) : undefined;
  const previous = hasPrevious ? named(places[0]) : undefined;
  return {
    places,
    page: {
      ...counted,
      pageNumber,
      pageSize,
      ...(next !== undefined && { next }),
      ...(previous !== undefined && { previous }),
    },
  };
}

type SliceResult = { stretch: ListSlice; isFirst: boolean; isMore: boolean; last: number; total: number };

/** Whether there are pages before and after the current one. */
function findNeighbours({ after, before }: CursorRequest, { stretch, isFirst, isMore, last, total }: SliceResult) {
  if (!stretch.turned) return { hasNext: isMore, hasPrevious: !isFirst };
  if (after === undefined && before === undefined) return { hasNext: last < total, hasPrevious: !isFirst };
  return { hasNext: before !== '', hasPrevious: isMore };
}

type SliceContext = { stretch: ListSlice; isFirst: boolean };

function findSlice(
  { placeOrder: order }: CursorList,
  { pageNumber, pageSize, after, before }: CursorRequest,
  known: ListTotal | null,
): SliceContext {
  const most = pageSize + 1;
  if (after !== undefined)
    return { stretch: { turned: false, after: decodeCursor(order, after, 'after'), skip: 0, most }, isFirst: false };
  if (before !== undefined)
    return {
      stretch: { turned: true, after: before === '' ? null : decodeCursor(order, before, 'before'), skip: 0, most },
      isFirst: false,
    };
  const skip = (pageNumber - 1) * pageSize;
  const isFirst = pageNumber === 1;
  // Pages in the second half of a list are read from its end, because skipped rows cost time.
  if (known === null || known.totalIsMinimum || skip <= known.total / 2 || skip >= known.total)
    return { stretch: { turned: false, after: null, skip, most }, isFirst };
  const rows = Math.min(pageSize, known.total - skip);
  return { stretch: { turned: true, after: null, skip: known.total - skip - rows, most: rows }, isFirst };
}

/** A cursor as clients send it back: opaque, and valid only for its own order. */
const encodeCursor = (order: string, place: ListPosition): string =>
  Buffer.from(JSON.stringify([order, ...place])).toString('base64url');

/** Throws INVALID if the text is not a cursor of this order. */
function decodeCursor({ name, kinds }: CursorOrder, text: string, field: string): ListPosition {
  const [of, ...keys] = parseJson(text);
  const place = keys.filter((key, at) => isValidKey(kinds[at], key)).filter(isKey);
  if (of !== name || keys.length !== kinds.length || place.length !== kinds.length)
    throw invalid({ [field]: words.place });
  return place;
}

const isKey = (key: unknown): key is string | number => typeof key === 'string' || typeof key === 'number';

/**
 * Whether a key can be compared with a column of this type on both databases; PostgreSQL refuses U+0000 and larger
 * numbers.
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
