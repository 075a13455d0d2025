import type { Db } from '#server/database/database.ts';
import type { Row } from '#server/database/schema.ts';

const pageSize = 1000;

export const findHead = (db: Db, id: number) =>
  db.selectFrom('auditHead').selectAll().where('id', '=', id).executeTakeFirst();

export type LinkRow = Row<'auditChain'> & { entry: Row<'audit'> | null };

/** The links after an entry, in order, each with its entry, if the entry still exists. */
export async function findLinks(db: Db, after: number): Promise<LinkRow[]> {
  const links = await db
    .selectFrom('auditChain')
    .selectAll()
    .where('auditId', '>', after)
    .orderBy('auditId')
    .limit(pageSize)
    .execute();
  const last = links.at(-1);
  if (!last) return [];
  const entries = await db
    .selectFrom('audit')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<=', last.auditId)
    .execute();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return links.map((link) => ({ ...link, entry: byId.get(link.auditId) ?? null }));
}

/** The first entry that should be in the chain but is missing. */
export async function findFirstUnlinked(db: Db, beginsAfter: number): Promise<number | null> {
  const first = await db
    .selectFrom('audit')
    .leftJoin('auditChain', 'auditChain.auditId', 'audit.id')
    .select('audit.id')
    .where('auditChain.auditId', 'is', null)
    .where((where) => where.or([where('audit.id', '>', beginsAfter), where('audit.id', '<', 1)]))
    .orderBy('audit.id')
    .limit(1)
    .executeTakeFirst();
  return first?.id ?? null;
}

export async function countBeforeChain(db: Db, beginsAfter: number): Promise<number> {
  const { entries } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('id', '<=', beginsAfter)
    .executeTakeFirstOrThrow();
  return entries;
}
