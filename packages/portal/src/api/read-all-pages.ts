type Page<Row> = { items: readonly Row[]; total: number; totalIsMinimum?: boolean };

/** Reads all rows of a list, page by page. */
export async function readAllPages<Row>(fetchPage: (pageNumber: number) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    // Request one page at a time, to limit the load on the server.
    // oxlint-disable-next-line no-await-in-loop
    const page = await fetchPage(pageNumber);
    rows.push(...page.items);
    if (page.items.length === 0 || (!page.totalIsMinimum && rows.length >= page.total)) return rows;
  }
}
