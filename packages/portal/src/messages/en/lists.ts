import { plural } from '#portal/messages/plural.ts';

/** Texts of the components in `ui/lists/`. */
export const lists = {
  pages: 'Pages',
  previousPage: 'Previous',
  nextPage: 'Next',
  page: (page: number) => `Page ${page}`,
  rowsShown: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
  actions: 'Actions',
  sortBy: (column: string) => `Sort by ${column}`,
  sort: 'Sort by',
  usualOrder: 'Default order',
  sortedBy: (column: string, direction: 'asc' | 'desc') =>
    `${column}, ${direction === 'asc' ? 'ascending' : 'descending'}`,
  filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  activeFilters: 'Active filters',
  filterChip: (filter: string, value: string) => `${filter}: ${value}`,
  removeFilter: (words: string) => `Remove filter ${words}`,
  clearFilters: 'Clear all',
  selection: 'Selection',
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select all on this page',
  selected: (count: number) => `${count} selected`,
  selectAll: (total: number) => `Select all ${total} results`,
  clearSelection: 'Clear selection',
  exportRows: (count: number) => `Export CSV (${plural(count, { one: 'row', other: 'rows' })})`,
  exporting: 'Preparing the export',
  exported: (name: string) => `${name} saved`,
  exportFailed: (why: string) => `Export error. ${why}`,
} as const;
