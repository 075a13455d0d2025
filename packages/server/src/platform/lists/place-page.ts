import { words } from '@basics/contract/words.ts';
import { invalid } from '#server/platform/problem.ts';
import type { Place } from '#server/database/keyset.ts';

/** The requested page: the one after or before a cursor, or the one with this number. */
export type PlaceAsked = {
  pageNumber: number;
  pageSize: number;
  after?: string | undefined;
  before?: string | undefined;
};

/** A part of a list: `most` rows after `after` in its order, or in the opposite order if `turned`. */
export type Stretch = { turned: boolean; after: Place | null; skip: number; most: number };

export type Total = { total: number; totalIsMinimum?: true };

/** The type of a key in a cursor; `id` and `rank` are integers up to 2^31 - 1, `moment` is in Unix milliseconds. */
export type KeyKind = 'text' | 'id' | 'rank' | 'moment';

/** The order of a list: its name, which each cursor contains, and the types of its keys. */
export type PlaceOrder = { name: string; kinds: readonly KeyKind[] };

/** A list that is read by cursors. */
export type PlacedList = {
  placeOrder: PlaceOrder;
  total: () => Promise<Total>;
  places: (stretch: Stretch) => Promise<Place[]>;
};

/**
 * One page of a list: the positions of its rows, the total number of rows, and the cursors of the previous and next
 * page.
 */
export async function readPlaces(list: PlacedList, asked: PlaceAsked) {
  const { pageNumber, pageSize } = asked;
  const counted = await list.total();
  const { stretch, isFirst } = stretchOf(list, asked, counted);
  const found = await list.places(stretch);
  const page = found.slice(0, pageSize);
  const isMore = found.length > page.length;
  const places = stretch.turned ? page.toReversed() : page;
  const skipped = (pageNumber - 1) * pageSize;
  const { hasNext, hasPrevious } = neighbours(asked, {
    stretch,
    isFirst,
    isMore,
    last: skipped + places.length,
    total: counted.total,
  });
  const named = (place: Place | undefined): string | undefined => place && encode(list.placeOrder.name, place);
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

type Read = { stretch: Stretch; isFirst: boolean; isMore: boolean; last: number; total: number };

/** Whether there are pages before and after the current one. */
function neighbours({ after, before }: PlaceAsked, { stretch, isFirst, isMore, last, total }: Read) {
  if (!stretch.turned) return { hasNext: isMore, hasPrevious: !isFirst };
  if (after === undefined && before === undefined) return { hasNext: last < total, hasPrevious: !isFirst };
  return { hasNext: before !== '', hasPrevious: isMore };
}

type Begin = { stretch: Stretch; isFirst: boolean };

function stretchOf(
  { placeOrder: order }: PlacedList,
  { pageNumber, pageSize, after, before }: PlaceAsked,
  { total, totalIsMinimum }: Total,
): Begin {
  const most = pageSize + 1;
  if (after !== undefined)
    return { stretch: { turned: false, after: decode(order, after, 'after'), skip: 0, most }, isFirst: false };
  if (before !== undefined)
    return {
      stretch: { turned: true, after: before === '' ? null : decode(order, before, 'before'), skip: 0, most },
      isFirst: false,
    };
  const skip = (pageNumber - 1) * pageSize;
  const isFirst = pageNumber === 1;
  // Pages in the second half of a list are read from its end, because skipped rows cost time.
  if (totalIsMinimum || skip <= total / 2 || skip >= total)
    return { stretch: { turned: false, after: null, skip, most }, isFirst };
  const rows = Math.min(pageSize, total - skip);
  return { stretch: { turned: true, after: null, skip: total - skip - rows, most: rows }, isFirst };
}

/** A cursor as clients send it back: opaque, and valid only for its own order. */
const encode = (order: string, place: Place): string =>
  Buffer.from(JSON.stringify([order, ...place])).toString('base64url');

/** Throws INVALID if the text is not a cursor of this order. */
function decode({ name, kinds }: PlaceOrder, text: string, field: string): Place {
  const [of, ...keys] = parsed(text);
  const place = keys.filter((key, at) => holds(kinds[at], key)).filter(isKey);
  if (of !== name || keys.length !== kinds.length || place.length !== kinds.length)
    throw invalid({ [field]: words.place });
  return place;
}

const isKey = (key: unknown): key is string | number => typeof key === 'string' || typeof key === 'number';

/**
 * Whether a key can be compared with a column of this type on both databases; PostgreSQL refuses U+0000 and larger
 * numbers.
 */
function holds(kind: KeyKind | undefined, key: unknown): boolean {
  if (kind === 'text') return typeof key === 'string' && !key.includes('\0');
  if (!Number.isSafeInteger(key)) return false;
  return kind === 'moment' || Math.abs(Number(key)) <= 2_147_483_647;
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    // A text that is not JSON is treated like a cursor of another order.
    return [];
  }
}
