import * as z from 'zod/mini';
import { csv } from './endpoint.ts';
import { numberInPath } from '../fields/fields.ts';
import { limits } from './limits.ts';

const createSortFields = <const Field extends string>(sortable: readonly Field[]) => ({
  keyword: z._default(z.string().check(z.maxLength(limits.text.keyword)), ''),
  sort: z.optional(z.strictObject({ field: z.enum(sortable), direction: z.enum(['asc', 'desc']) })),
});

/** The query fields that request a page; `sortable` lists the columns that can be sorted. */
export const createPageQuery = <const Field extends string>(sortable: readonly Field[], pageSize: number) =>
  z.strictObject({
    pageNumber: z._default(numberInPath.check(z.maximum(100_000)), 1),
    pageSize: z._default(numberInPath.check(z.maximum(limits.page.max)), pageSize),
    ...createSortFields(sortable),
  });

/** The body that filters and sorts a whole list, for an export. `filters` declares the filter fields of the list. */
export const createListBody = <const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sortable: readonly Field[],
  filters: Filters,
) =>
  z.strictObject({
    ...createSortFields(sortable),
    ...filters,
  });

/** The body that requests one page of a list by its number. */
export const createPageBody = <const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sortable: readonly Field[],
  pageSize: number,
  filters: Filters,
) =>
  createListBody(sortable, {
    pageNumber: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
    pageSize: z._default(z.int().check(z.minimum(1), z.maximum(limits.page.max)), pageSize),
    ...filters,
  });

/**
 * The body that requests a page by a cursor: the rows `after` or `before` a position in the list. The client takes the position from `next`
 * or `previous` of the last reply. The time that the database needs for a page that is requested by a cursor does not depend on the
 * position of the page. An empty text in `before` requests the last page. Without a cursor, `pageNumber` selects the page.
 */
export const createCursorBody = <const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sortable: readonly Field[],
  pageSize: number,
  filters: Filters,
) => createPageBody(sortable, pageSize, { ...filters, after: z.optional(cursor), before: z.optional(cursor) });

/** A cursor, which clients do not parse. The longest cursor contains two names of the maximum length. */
const cursor = z.string().check(z.maxLength(4000));

/** The filter of a list for one company, whose name is compared as a whole, without case and accents. */
export const companyFilter = z.string().check(z.minLength(1), z.maxLength(limits.text.line));

/**
 * The company in the caller's scope whose whole name is the keyword, or else the only company whose name begins with the keyword. A search
 * finds more rows than those of this company, so a page can offer the filter for the company instead.
 */
export const companyOfKeyword = { companyOfKeyword: z.optional(z.string()) };

/** The id of a record in a body. */
export const rowId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** The ids of a bulk call: at least one, at most as many as the largest page has rows. */
export const idList = z.array(rowId).check(z.minLength(1), z.maxLength(limits.page.max));

/**
 * All rows that match the filters and the keyword of a list, without those in `except`. The server finds the rows, so that one call selects
 * any number of them. `filters` declares the filter fields of the list.
 */
export const createSelection = <Filters extends z.core.$ZodLooseShape>(filters: Filters) =>
  z.strictObject({
    keyword: createSortFields([]).keyword,
    ...filters,
    except: z._default(z.array(rowId).check(z.maxLength(limits.page.max)), []),
  });

/**
 * The records that a selection has contained: their number, and a hash of their ids. A call that sends this value is refused with
 * SELECTION_CHANGED if the selection now contains other records.
 */
export const selectionSeen = z.strictObject({
  count: z.int().check(z.minimum(0)),
  digest: z.string().check(z.maxLength(43)),
});
export type SelectionSeen = z.infer<typeof selectionSeen>;

/** The ids of a bulk call that can run in the background. Without `background`, such a call accepts as many ids as `idList`. */
export const massIdList = z.array(rowId).check(z.minLength(1), z.maxLength(limits.massAct.records));

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

/** One page of a list. `total` is the number of rows on all pages that the user may see. */
export const createPage = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({ items: z.array(item), total: z.int(), pageNumber: z.int(), pageSize: z.int() });

/**
 * One page of a list that is requested by a cursor. `next` or `previous` is absent if there is no next or no previous
 * page.
 */
export const createCursorPage = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({
    ...createPage(item).shape,
    /**
     * True if counting stopped at a limit, so that there are at least `total` rows. The field is absent if `total` is
     * exact.
     */
    totalIsMinimum: z.optional(z.literal(true)),
    next: z.optional(z.string()),
    previous: z.optional(z.string()),
  });

/**
 * The properties that the declarations of all CSV exports have in common. Each export adds its name, path, access and
 * body.
 */
export const csvExport = {
  summary: 'All rows that a search finds, as CSV; for programs, or with words=screen for people',
  method: 'POST',
  query: z.strictObject({
    separator: z._default(z.enum(['comma', 'semicolon']), 'comma'),
    // With `screen`, headings, statuses, profiles and countries have the words of the portal. An import reads both.
    words: z._default(z.enum(['data', 'screen']), 'data'),
  }),
  reply: csv,
  problems: ['TOO_MANY_ATTEMPTS'],
} as const;

/** An option of a list: the stored value and its label. */
export const option = z.strictObject({ id: z.string(), name: z.string() });

/** An option of a list of countries: the code (ISO 3166-1) and the name of a country, and its continent (UN M49). */
export const countryOption = z.strictObject({ code: z.string(), name: z.string(), continent: z.string() });

/**
 * The default sort order of each list, for requests without `sort`. The server sorts in this order, and the portal
 * marks the column of this order.
 */
export const defaultSorts = {
  accounts: { field: 'name', direction: 'asc' },
  assignments: { field: 'country', direction: 'asc' },
  companies: { field: 'name', direction: 'asc' },
  auditEntries: { field: 'at', direction: 'desc' },
  helpRequests: { field: 'askedAt', direction: 'asc' },
  letters: { field: 'createdAt', direction: 'desc' },
  licenses: { field: 'issuedAt', direction: 'desc' },
  releaseNotes: { field: 'releaseDate', direction: 'desc' },
  requests: { field: 'requestDate', direction: 'asc' },
  users: { field: 'lastName', direction: 'asc' },
} as const;
