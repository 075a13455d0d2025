import type { Blob as NamedFile, csv, Endpoint } from '@basics/contract/endpoint.ts';
import { numberInPath } from '@basics/contract/fields.ts';
import { limits } from '@basics/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { readAllPages } from './every-page.ts';

const place = z.optional(z.string());

/** The search parameters that every list has: its page and the keyword. */
export const pageAndKeyword = {
  pageNumber: z.optional(numberInPath),
  keyword: z.optional(z.string().check(z.maxLength(limits.text.keyword))),
};

type PageRequest = { pageNumber: number; pageSize: number; keyword: string };
type Page = { items: unknown[]; total: number; pageNumber: number; pageSize: number };
type Search<Body, Found> = Endpoint & {
  body: z.ZodMiniType<Body> & { shape: { sort: z.ZodMiniType } };
  reply: z.ZodMiniType<Found>;
};
type Export = Endpoint & { body: z.ZodMiniType<{ keyword: string }>; reply: typeof csv };
type Schemas = Readonly<Record<string, z.ZodMiniType>>;

/** The page of a list by its place, for calls that read by place, and the rows of a page. */
const pageParts = { after: place, before: place, pageSize: z.optional(numberInPath) };

/** The filters of a call: the fields of its body that are not common to all lists. */
type FiltersOf<Body> = Omit<Body, keyof PageRequest | 'sort' | 'after' | 'before'>;

/** A schema for each filter of the call, null for one that the page does not offer; a forgotten filter does not compile. */
type FilterSchemas<Body> = {
  [Name in keyof FiltersOf<Body>]-?: z.ZodMiniType<Exclude<FiltersOf<Body>[Name], undefined>> | null;
};

/** What the address of a list holds: the fields of its call, and those of its view. */
type AddressOf<Body, View extends Schemas> = {
  [Name in keyof Body]?: Body[Name] | undefined;
} & { [Name in keyof View]?: z.infer<View[Name]> | undefined };

type ListDeclaration<Body, Found, View extends Schemas> = {
  /** The beginning of the query keys: `invalidateQueries` with it fetches the list again. */
  key: QueryKey;
  search: Search<Body, Found>;
  /** The call that returns all rows as a file. */
  export: Export;
  /** Rows of a page. */
  pageSize: number;
  /** How the address spells each filter. */
  filters: FilterSchemas<Body>;
  /** What else the address holds and the call does not take: the open row, the columns. */
  view: View;
  /** Milliseconds until the page is fetched again; false for never. */
  refetchInterval?: (page: Found | undefined) => number | false;
};

/**
 * Declares a list once. Its calls in the contract and the spelling of its filters give the search parameters, the query options and the
 * export. `useList` (`ui/lists`) connects it to the address of the page; `FilterBar` and `ListTable` show it.
 */
export function declareList<Body extends PageRequest, Found extends Page, View extends Schemas>(
  list: ListDeclaration<Body, Found, View>,
) {
  type Address = AddressOf<Body, View>;
  const filters = listSchemas(list.filters);
  const { refetchInterval = () => false } = list;
  const keyOf = (...parts: unknown[]): QueryKey => [...list.key, ...parts];

  function bodyOf(address: Address, pageSize: number): PageRequest {
    const { pageNumber = 1 } = readPaging(address);
    return { ...readFilters(address, Object.keys(filters)), pageNumber, pageSize };
  }

  /** The page that an address asks for, by its place if it names one. */
  function pageBodyOf(address: Address): PageRequest & { after?: string; before?: string } {
    const { after, before, pageSize = list.pageSize } = placeIn(address);
    const body = bodyOf(address, Math.min(pageSize, limits.page.most));
    if (!('after' in list.search.body.shape)) return body;
    return {
      ...body,
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    };
  }

  function fetchPage(body: PageRequest, signal?: AbortSignal): Promise<Found> {
    // The reply has the type of the schema that is declared for it. TypeScript cannot derive it while the endpoint is generic.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return call<Search<PageRequest, Page>>(list.search, { body, ...(signal && { signal }) }) as Promise<Found>;
  }

  return {
    key: list.key,
    schema: createAddressSchema<Address>(list.search.body.shape.sort, { ...filters, ...list.view }),
    // FilterSchemas allows no other keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    filterNames: Object.keys(filters) as (keyof FiltersOf<Body> & string)[],

    /** One page; the previous page stays visible until this one has arrived. */
    page(address: Address) {
      const body = pageBodyOf(address);
      return queryOptions({
        queryKey: keyOf('page', body),
        queryFn: ({ signal }) => fetchPage(body, signal),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => refetchInterval(state.data),
      });
    },

    /** As many rows as one call returns, without pages. */
    firstRows(address: Address) {
      const body = bodyOf(address, limits.page.most);
      return queryOptions({
        queryKey: keyOf('first', body),
        queryFn: ({ signal }) => fetchPage(body, signal),
      });
    },

    /** All rows that match, from every page. */
    allRows: (address: Address): Promise<Found['items']> =>
      readAllPages((pageNumber) => fetchPage({ ...bodyOf(address, limits.page.most), pageNumber })),

    /** All rows that match, as a file. */
    exportFile: (address: Address, signal: AbortSignal): Promise<NamedFile> =>
      call<Export>(list.export, { body: readFilters(address, Object.keys(filters)), signal }),
  };
}

const listSchemas = (filters: object): Schemas =>
  Object.fromEntries(
    Object.entries<z.ZodMiniType | null>({ ...filters }).flatMap(([name, each]) => (each ? [[name, each]] : [])),
  );

function createAddressSchema<Address>(
  sort: z.ZodMiniType,
  shape: Schemas,
): z.ZodMiniType<Address & Record<string, unknown>> {
  const optional = Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, z.optional(each)]));
  // The shape has a schema for each field of an address, of exactly its type: FilterSchemas and the body of the call ensure that.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return z.object({ ...pageAndKeyword, ...pageParts, sort, ...optional }) as unknown as z.ZodMiniType<
    Address & Record<string, unknown>
  >;
}

const placed = z.object(pageParts);
const placeIn = (address: object) => placed.parse(address);

const paging = z.object(pageAndKeyword);
const readPaging = (address: object) => paging.parse(address);

/** The keyword, the order and the filters of an address: what the calls take. */
const readFilters = (address: object, filterNames: readonly string[]) => ({
  ...Object.fromEntries(Object.entries(address).filter(([name]) => name === 'sort' || filterNames.includes(name))),
  keyword: readPaging(address).keyword ?? '',
});
