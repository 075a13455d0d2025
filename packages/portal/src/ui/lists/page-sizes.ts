/** How many rows a page can have; the first is the usual number. */
export const pageSizes = [20, 50, 100] as const;
