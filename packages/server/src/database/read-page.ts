import type { SelectQueryBuilder } from 'kysely';

/** Which page of a list is asked for; the first one is number 1. */
export type PageAsked = { pageNumber: number; pageSize: number };

/** One page of a list that is in its order, and how many rows all of its pages have. */
export async function readPage<Db, Table extends keyof Db, Row>(
  list: SelectQueryBuilder<Db, Table, Row>,
  { pageNumber, pageSize }: PageAsked,
) {
  const items = await list
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute();
  return { items, total: await countRows(list), pageNumber, pageSize };
}

/** How many rows a query finds, whatever it reads of them and in which order. */
export async function countRows<Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('total'))
    // What a query of any tables answers is more than the compiler can work out.
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return total;
}
