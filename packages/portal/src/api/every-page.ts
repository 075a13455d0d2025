type Page<Row> = { items: readonly Row[]; total: number; totalIsMinimum?: boolean };

/** All rows of a list, from all of its pages. */
export async function readAllPages<Row>(ask: (pageNumber: number) => Promise<Page<Row>>): Promise<Row[]> {
  const found: Row[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    // One page at a time, to limit the load on the server.
    // oxlint-disable-next-line no-await-in-loop
    const page = await ask(pageNumber);
    found.push(...page.items);
    if (page.items.length === 0 || (!page.totalIsMinimum && found.length >= page.total)) return found;
  }
}
