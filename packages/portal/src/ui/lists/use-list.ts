import type { CsvSeparator } from '@basics/contract/fields/csv-text.ts';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { firstPage } from './paged-table.tsx';
import type { ShownPage } from './pagination.tsx';
import { useSearchChange, useSearchState, type Change } from '../filters/search-state.ts';
import type { SortBy } from '../tables/data-table.tsx';

type Page<Row> = ShownPage & { items: readonly Row[] };
type NamedFile = { bytes: Uint8Array; name: string; type: string };

/** The parts of a list that `useList` needs; `declareList` (`api/declare-list.ts`) creates them from the contract. */
export type ListSource<Address, Found, Filter extends string> = {
  schema: z.ZodMiniType<Address>;
  usualSort: SortBy;
  filterNames: readonly Filter[];
  page: (address: Address) => UseQueryOptions<Found>;
  key: QueryKey;
  readQuery: (query: string) => object | null;
  exportFile: (address: Address, signal: AbortSignal, separator: CsvSeparator) => Promise<NamedFile>;
};

type ListAddress = Record<string, unknown> & { keyword?: string | undefined; sort?: SortBy | undefined };

/** Connects a list to the address of its page: returns the search parameters, the page that they request, and functions to change them. */
export function useList<Address extends ListAddress, Found extends Page<unknown>, Filter extends string>(
  listSource: ListSource<Address, Found, Filter>,
) {
  const [address] = useSearchState(listSource.schema);
  const changeSearch = useSearchChange();
  // A cursor is valid only for one keyword, sort order and set of filters, so a change of these also removes the cursor.
  const change: Change<Address> = (values, options) =>
    changeSearch('pageNumber' in values ? { ...firstPage, ...values } : values, options);
  const page = useQuery(listSource.page(address));
  // `filters` has the filters with operators.
  const names = [...listSource.filterNames, 'filters'];
  const noFilters = Object.fromEntries(names.map((name) => [name, undefined]));
  const cleared = { ...noFilters, ...firstPage, keyword: undefined };
  return {
    address,
    usualSort: listSource.usualSort,
    filterNames: listSource.filterNames,
    page,
    /** The number of rows on all pages; 0 until the first page has arrived. */
    total: page.data?.total ?? 0,
    /** Whether there are more rows than `total`. */
    totalIsMinimum: page.data?.totalIsMinimum ?? false,
    change,
    /** Changes filters, and shows the first page of the result. */
    filter: (values: Readonly<Record<string, unknown>>) => changeSearch({ ...values, ...firstPage }),
    /** Whether a keyword or a filter is set. */
    isFiltered: [...names, 'keyword'].some((name) => address[name] !== undefined),
    /** Removes keyword, filters and page. */
    clear: () => changeSearch(cleared),
    cleared,
    key: listSource.key,
    readQuery: listSource.readQuery,
    exportFile: (signal: AbortSignal, separator: CsvSeparator) => listSource.exportFile(address, signal, separator),
  };
}

/** What `useList` returns for a list. */
export type List<Source> =
  Source extends ListSource<infer Address extends ListAddress, infer Found extends Page<unknown>, infer Filter>
    ? ReturnType<typeof useList<Address, Found, Filter>>
    : never;
