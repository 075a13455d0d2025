import type { Db } from '#server/database/database.ts';
import type { Row } from '#server/database/schema.ts';
import type { AuditValues } from '#server/platform/audit-hash.ts';

const pageSize = 1000;

export const findHead = (db: Db, id: number) =>
  db.selectFrom('auditHead').selectAll().where('id', '=', id).executeTakeFirst();

/** A link of the hash chain, with its entry of the audit log, and the values of the entry if they still exist. */
export type ChainLinkRow = Row<'auditChain'> & { entry: Row<'audit'> | null; values: AuditValues | null };

/** Finds the next links after the link of an entry, in order. */
export async function findLinks(db: Db, afterId: number): Promise<ChainLinkRow[]> {
  const links = await db
    .selectFrom('auditChain')
    .selectAll()
    .where('auditId', '>', afterId)
    .orderBy('auditId')
    .limit(pageSize)
    .execute();
  const lastLink = links.at(-1);
  if (!lastLink) return [];
  // The entries and their values are read by one statement, because values can be moved to their own table or deleted meanwhile.
  const entries = await db
    .selectFrom('audit')
    .leftJoin('auditValues', 'auditValues.auditId', 'audit.id')
    .selectAll('audit')
    .select(['auditValues.auditId as valuesOf', 'auditValues.salt', 'auditValues.before as apartBefore'])
    .select('auditValues.after as apartAfter')
    .where('audit.id', '>', afterId)
    .where('audit.id', '<=', lastLink.auditId)
    .execute();
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  return links.map((link) => {
    const entry = entriesById.get(link.auditId);
    return { ...link, entry: entry ?? null, values: entry ? findValues(entry) : null };
  });
}

type JoinedEntry = Row<'audit'> & {
  valuesOf: number | null;
  salt: string | null;
  apartBefore: string | null;
  apartAfter: string | null;
};

/** Finds the values of an entry. The values are in their own table, or still in the entry if an older version of the portal wrote them. */
function findValues({ before, after, ...entry }: JoinedEntry): AuditValues | null {
  if (entry.valuesOf !== null) return { salt: entry.salt, before: entry.apartBefore, after: entry.apartAfter };
  return before === null && after === null ? null : { salt: null, before, after };
}

/** Finds the first entry that should be in the chain but is missing. */
export async function findFirstUnlinked(db: Db, beginsAfter: number): Promise<number | null> {
  const row = await db
    .selectFrom('audit')
    .leftJoin('auditChain', 'auditChain.auditId', 'audit.id')
    .select('audit.id')
    .where('auditChain.auditId', 'is', null)
    .where((where) => where.or([where('audit.id', '>', beginsAfter), where('audit.id', '<', 1)]))
    .orderBy('audit.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Counts the entries that are older than the chain. */
export async function countBeforeChain(db: Db, beginsAfter: number): Promise<number> {
  const { entries } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('id', '<=', beginsAfter)
    .executeTakeFirstOrThrow();
  return entries;
}
