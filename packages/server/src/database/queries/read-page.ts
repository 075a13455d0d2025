import type { SelectQueryBuilder } from 'kysely';

/** The requested page of a list; the first page is number 1. */
export type PageRequest = { pageNumber: number; pageSize: number };

/** Reads one page of a sorted query, and the number of rows on all its pages. */
export async function readPage<Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { pageNumber, pageSize }: PageRequest,
) {
  const pageItems = await query
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute();
  return { items: pageItems, total: await countRows(query), pageNumber, pageSize };
}

/** Counts the rows of a query. The columns and the order of the query are ignored. */
export async function countRows<Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('total'))
    // The compiler cannot derive the type of the result, because the query may be over any tables.
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return total;
}
