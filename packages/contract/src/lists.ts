import * as z from 'zod/mini';
import { csv } from './endpoint.ts';
import { numberInPath } from './fields.ts';
import { limits } from './limits.ts';

const createSortFields = <const Field extends string>(sortable: readonly Field[]) => ({
  keyword: z._default(z.string().check(z.maxLength(limits.text.keyword)), ''),
  sort: z.optional(z.strictObject({ field: z.enum(sortable), direction: z.enum(['asc', 'desc']) })),
});

/** The query fields that request a page; `sortable` lists the columns that can be sorted. */
export const createPageQuery = <const Field extends string>(sortable: readonly Field[], pageSize: number) =>
  z.strictObject({
    pageNumber: z._default(numberInPath.check(z.maximum(100_000)), 1),
    pageSize: z._default(numberInPath.check(z.maximum(limits.page.most)), pageSize),
    ...createSortFields(sortable),
  });

/** The fields that choose and order a list in a body, all of it: what an export takes. `filters` are those of the list itself. */
export const createListBody = <const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sortable: readonly Field[],
  filters: Filters,
) =>
  z.strictObject({
    ...createSortFields(sortable),
    ...filters,
  });

/** The fields that ask for a page of a list in a body. */
export const createPageBody = <const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sortable: readonly Field[],
  pageSize: number,
  filters: Filters,
) =>
  createListBody(sortable, {
    pageNumber: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
    pageSize: z._default(z.int().check(z.minimum(1), z.maximum(limits.page.most)), pageSize),
    ...filters,
  });

/**
 * The fields that ask for a page by its place: `after` a row, or `before` one, as `next` and `previous` of an answer name it. A page beside
 * the one before costs the same however far it is; `before` with an empty text asks for the last page. Without either, `pageNumber` counts.
 */
export const createCursorBody = <const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sortable: readonly Field[],
  pageSize: number,
  filters: Filters,
) => createPageBody(sortable, pageSize, { ...filters, after: z.optional(cursor), before: z.optional(cursor) });

/** Opaque to clients; the longest one holds two names, each of the longest size. */
const cursor = z.string().check(z.maxLength(4000));

/** Ids for a bulk call: at least one, at most a page of the largest size. */
export const idList = z
  .array(z.int().check(z.minimum(1), z.maximum(2_147_483_647)))
  .check(z.minLength(1), z.maxLength(limits.page.most));

/** The outcome of a bulk call for each id. */
export const bulkReply = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.int(),
      outcome: z.enum(['deleted', 'notFound', 'refused']),
      message: z.optional(z.string()),
    }),
  ),
});

/** One page of a list; `total` counts what the asker may see. */
export const createPage = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({ items: z.array(item), total: z.int(), pageNumber: z.int(), pageSize: z.int() });

/** One page of a list that is also read by place; `next` and `previous` are absent where there is no such page. */
export const createCursorPage = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({
    ...createPage(item).shape,
    /** True where `total` is how many were counted before counting stopped; absent where it is exact. */
    totalIsMinimum: z.optional(z.literal(true)),
    next: z.optional(z.string()),
    previous: z.optional(z.string()),
  });

/** What every export of a list is; each adds its name, its path, who may, and the search whose findings it takes out. */
export const csvExport = {
  summary: 'What a search finds, all of it, as CSV',
  method: 'POST',
  reply: csv,
  problems: ['TOO_MANY_ATTEMPTS'],
} as const;
