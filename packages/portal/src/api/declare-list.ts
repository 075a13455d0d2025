import type { CsvSeparator } from '@basics/contract/fields/csv-text.ts';
import type { FileReply as NamedFile, csv, Endpoint } from '@basics/contract/calls/endpoint.ts';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import { createFilterText, readFilters } from '@basics/contract/calls/filter-text.ts';
import type { ListFields, ListFilter } from '@basics/contract/calls/list-fields.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { csvExport } from '@basics/contract/calls/lists.ts';
import { keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { fromQueryString } from './query-string.ts';

const cursor = z.optional(z.string());

/** The search parameters that every list has: the number of its page, and the keyword. */
export const pageAndKeyword = {
  pageNumber: z.optional(numberInPath),
  keyword: z.optional(z.string().check(z.maxLength(limits.text.keyword))),
};

type PageRequest = { pageNumber: number; pageSize: number; keyword: string };
type Page = { items: unknown[]; total: number; pageNumber: number; pageSize: number };
type SearchCall<Body, FoundPage> = Endpoint & {
  body: z.ZodMiniType<Body> & { shape: { sort: z.ZodMiniType } };
  reply: z.ZodMiniType<FoundPage>;
};
type ExportCall = Endpoint & {
  body: z.ZodMiniType<{ keyword: string }>;
  query: typeof csvExport.query;
  reply: typeof csv;
};
type ParameterSchemas = Readonly<Record<string, z.ZodMiniType>>;

/** The search parameters of a page that is read by cursor, and the number of rows of a page. */
const pageParameters = { after: cursor, before: cursor, pageSize: z.optional(numberInPath) };

/** The filters of a call: the fields of its body that are not common to all lists. */
type FiltersOf<Body> = Omit<Body, keyof PageRequest | 'sort' | 'after' | 'before' | 'filters'>;

/**
 * A schema for each filter of the call, null for a filter that the page does not offer. A declaration that omits a
 * filter does not compile.
 */
type FilterSchemas<Body> = {
  [Name in keyof FiltersOf<Body>]-?: z.ZodMiniType<Exclude<FiltersOf<Body>[Name], undefined>> | null;
};

/**
 * The search parameters in the address of a list: the fields of its call, and the other fields of the page (`view`).
 */
type ListAddress<Body, View extends ParameterSchemas> = {
  [Name in keyof Body]?: (Name extends 'filters' ? string : Body[Name]) | undefined;
} & { [Name in keyof View]?: z.infer<View[Name]> | undefined };

type ListDeclaration<Body, FoundPage, View extends ParameterSchemas> = {
  /** The prefix of the query keys; `invalidateQueries` with this prefix fetches the list again. */
  key: QueryKey;
  search: SearchCall<Body, FoundPage>;
  /** The call that returns all rows as a file. */
  export: ExportCall;
  /** The sort order of the list if its address has no sort order. */
  usualSort: { field: string; direction: 'asc' | 'desc' };
  /** The number of rows of a page. */
  pageSize: number;
  /** The schema of each filter in the address. */
  filters: FilterSchemas<Body>;
  /** The fields of the filters with operators, which the address has as one text, `filters`. */
  fields?: ListFields;
  /** Other search parameters, which are not sent with the call: the open row, the columns. */
  view: View;
  /** The time in milliseconds after which the page is fetched again; false for never. */
  refetchInterval?: (page: FoundPage | undefined) => number | false;
};

/**
 * Declares a list. The search parameters of the list, its query options and its export are derived from its calls in
 * the API contract and from the schemas of its filters. `useList` (`ui/lists`) connects the list to the address of the
 * page; `FilterBar` and `ListTable` show the list.
 */
export function declareList<Body extends PageRequest, FoundPage extends Page, View extends ParameterSchemas>(
  declaration: ListDeclaration<Body, FoundPage, View>,
) {
  type Address = ListAddress<Body, View>;
  const { refetchInterval = () => false, fields } = declaration;
  const filters = { ...listSchemas(declaration.filters), ...(fields && { filters: createFilterText(fields) }) };
  const createKey = (...keyParts: unknown[]): QueryKey => [...declaration.key, ...keyParts];

  const readSearch = (listAddress: Address) => readSearchOf(listAddress, Object.keys(filters), fields);

  function createBody(listAddress: Address, pageSize: number): PageRequest {
    const { pageNumber = 1 } = readPaging(listAddress);
    return { ...readSearch(listAddress), pageNumber, pageSize };
  }

  /** Returns the body for the page that an address requests, with its cursor if it has one. */
  function createPageBody(listAddress: Address): PageRequest {
    const { pageSize = declaration.pageSize, ...place } = readCursor(listAddress);
    const body = createBody(listAddress, Math.min(pageSize, limits.page.max));
    return 'after' in declaration.search.body.shape ? { ...body, ...place } : body;
  }

  function fetchPage(body: PageRequest, signal?: AbortSignal): Promise<FoundPage> {
    // The reply has the type of the schema that the declaration of the list names. TypeScript cannot derive it while
    // the endpoint is generic.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return call<SearchCall<PageRequest, Page>>(declaration.search, {
      body,
      ...(signal && { signal }),
    }) as Promise<FoundPage>;
  }

  const schema = createAddressSchema<Address>(declaration.search.body.shape.sort, { ...filters, ...declaration.view });

  return {
    key: declaration.key,
    usualSort: declaration.usualSort,
    schema,
    // FilterSchemas allows no other keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    filterNames: Object.keys(listSchemas(declaration.filters)) as (keyof FiltersOf<Body> & string)[],

    /** Returns the filters and the keyword of an address, with which a call selects all rows that match. */
    selectionOf: (listAddress: Address): object => withoutSort(readSearch(listAddress)),

    /** Does the same for an address that is a query string; null for an address that the list does not accept. */
    readQuery: (query: string): object | null => {
      const { data } = schema.safeParse(fromQueryString(query));
      return data ? withoutSort(readSearch(data)) : null;
    },

    /** The query of a page of the list; the previous page stays visible until the new page has arrived. */
    page(listAddress: Address) {
      const body = createPageBody(listAddress);
      return queryOptions({
        queryKey: createKey('page', body),
        queryFn: ({ signal }) => fetchPage(body, signal),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => refetchInterval(state.data),
      });
    },

    /** The query of the first rows, as many as one call can return. */
    firstRows(listAddress: Address) {
      const body = createBody(listAddress, limits.page.max);
      return queryOptions({
        queryKey: createKey('first', body),
        queryFn: ({ signal }) => fetchPage(body, signal),
      });
    },

    /** Fetches all rows that match, page by page. */
    allRows: (listAddress: Address): Promise<FoundPage['items']> =>
      readAllPages((pageNumber) => fetchPage({ ...createBody(listAddress, limits.page.max), pageNumber })),

    /** Fetches all rows that match, as a CSV file for people. */
    exportFile: (listAddress: Address, signal: AbortSignal, separator: CsvSeparator): Promise<NamedFile> =>
      call<ExportCall>(declaration.export, {
        query: { separator: separator === ';' ? 'semicolon' : 'comma', words: 'screen' },
        body: readSearch(listAddress),
        signal,
      }),
  };
}

function withoutSort(search: Record<string, unknown>): object {
  const { sort: _, ...filters } = search;
  return filters;
}

const listSchemas = (filterSchemas: object): ParameterSchemas =>
  Object.fromEntries(
    Object.entries<z.ZodMiniType | null>({ ...filterSchemas }).flatMap(([name, schema]) =>
      schema ? [[name, schema]] : [],
    ),
  );

function createAddressSchema<Address>(
  sort: z.ZodMiniType,
  fieldSchemas: ParameterSchemas,
): z.ZodMiniType<Address & Record<string, unknown>> {
  const optionalFields = Object.fromEntries(
    Object.entries(fieldSchemas).map(([name, schema]) => [name, z.optional(schema)]),
  );
  // The shape has a schema for each field of an address, of exactly its type: FilterSchemas and the body of the call ensure that.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return z.object({ ...pageAndKeyword, ...pageParameters, sort, ...optionalFields }) as unknown as z.ZodMiniType<
    Address & Record<string, unknown>
  >;
}

const cursorSchema = z.object(pageParameters);
const readCursor = (listAddress: object) => cursorSchema.parse(listAddress);

const pagingSchema = z.object(pageAndKeyword);
const readPaging = (listAddress: object) => pagingSchema.parse(listAddress);

/** Returns the keyword, the order and the filters of an address, which the calls need. */
const readSearchOf = (listAddress: object, names: readonly string[], fields: ListFields | undefined) => ({
  ...Object.fromEntries(Object.entries(listAddress).filter(([name]) => name === 'sort' || names.includes(name))),
  ...readFieldFilters(fields, listAddress),
  keyword: readPaging(listAddress).keyword ?? '',
});

const filtersSchema = z.object({ filters: z.optional(z.string()) });

/** Reads the filters with operators from the text in the address. */
function readFieldFilters(fields: ListFields | undefined, listAddress: object): { filters?: ListFilter[] } {
  const { filters } = filtersSchema.parse(listAddress);
  return fields === undefined || filters === undefined ? {} : { filters: readFilters(fields, filters) ?? [] };
}

type RowsPage<Row> = { items: readonly Row[]; total: number; totalIsMinimum?: boolean };

/** Reads all rows of a list, page by page. */
export async function readAllPages<Row>(fetchPage: (pageNumber: number) => Promise<RowsPage<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    // Request one page at a time, to limit the load on the server.
    // oxlint-disable-next-line no-await-in-loop
    const page = await fetchPage(pageNumber);
    rows.push(...page.items);
    if (page.items.length === 0 || (!page.totalIsMinimum && rows.length >= page.total)) return rows;
  }
}
