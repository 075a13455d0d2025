/** The numbers of rows that a page can have; the first is the default. */
export const pageSizes = [20, 50, 100] as const;
