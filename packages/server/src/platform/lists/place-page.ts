import { words } from '@basics/contract/words.ts';
import { invalid } from '#server/platform/problem.ts';
import type { Place } from '#server/database/keyset.ts';

/** Which page is requested: the one after or before a place, or the one with this number. */
export type PlaceAsked = {
  pageNumber: number;
  pageSize: number;
  after?: string | undefined;
  before?: string | undefined;
};

/** A part of a list: `most` rows in its order behind `after`, or in the opposite order where it is `turned`. */
export type Stretch = { turned: boolean; after: Place | null; skip: number; most: number };

export type Total = { total: number; totalIsMinimum?: true };

/** The type of a key in a place; `id` and `rank` are whole numbers up to 2^31 - 1, `moment` is Unix milliseconds. */
export type KeyKind = 'text' | 'id' | 'rank' | 'moment';

/** The order of a list: its name, which each place contains, and the types of its keys. */
export type PlaceOrder = { name: string; kinds: readonly KeyKind[] };

/** A list that is read by the places of its rows. */
export type PlacedList = {
  placeOrder: PlaceOrder;
  /** Null where only a read of the list finds out; then the list is read from its beginning. */
  total: () => Promise<Total | null>;
  places: (stretch: Stretch) => Promise<Found>;
};

/** The places of a stretch; `counted` is there where `total` is null. */
export type Found = { places: Place[]; counted?: Total };

/** One page of a list: the places of its rows, the number of rows on all pages, and the places of the previous and the next page. */
export async function readPlaces(list: PlacedList, asked: PlaceAsked) {
  const { pageNumber, pageSize } = asked;
  const known = await list.total();
  const { stretch, isFirst } = stretchOf(list, asked, known);
  const { places: found, counted = known ?? { total: found.length } } = await list.places(stretch);
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

/** Whether there are pages behind and before the one that was read. */
function neighbours({ after, before }: PlaceAsked, { stretch, isFirst, isMore, last, total }: Read) {
  if (!stretch.turned) return { hasNext: isMore, hasPrevious: !isFirst };
  if (after === undefined && before === undefined) return { hasNext: last < total, hasPrevious: !isFirst };
  return { hasNext: before !== '', hasPrevious: isMore };
}

type Begin = { stretch: Stretch; isFirst: boolean };

function stretchOf(
  { placeOrder: order }: PlacedList,
  { pageNumber, pageSize, after, before }: PlaceAsked,
  known: Total | null,
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
  // The second half of a list is read from its end: rows that are skipped cost time.
  if (known === null || known.totalIsMinimum || skip <= known.total / 2 || skip >= known.total)
    return { stretch: { turned: false, after: null, skip, most }, isFirst };
  const rows = Math.min(pageSize, known.total - skip);
  return { stretch: { turned: true, after: null, skip: known.total - skip - rows, most: rows }, isFirst };
}

/** A place as clients send it back: opaque, and good for the order alone that it is of. */
const encode = (order: string, place: Place): string =>
  Buffer.from(JSON.stringify([order, ...place])).toString('base64url');

/** Throws INVALID where the text is no place of this order. */
function decode({ name, kinds }: PlaceOrder, text: string, field: string): Place {
  const [of, ...keys] = parsed(text);
  const place = keys.filter((key, at) => holds(kinds[at], key)).filter(isKey);
  if (of !== name || keys.length !== kinds.length || place.length !== kinds.length)
    throw invalid({ [field]: words.place });
  return place;
}

const isKey = (key: unknown): key is string | number => typeof key === 'string' || typeof key === 'number';

/** Whether a key can be compared with a column of its kind on both databases; PostgreSQL refuses the character 0 and larger numbers. */
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
    // No JSON: the same as a place of another order.
    return [];
  }
}
