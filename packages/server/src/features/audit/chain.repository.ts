import type { Db } from '#server/database/foundation.ts';
import type { Row } from '#server/database/schema.ts';
import type { AuditValues } from '#server/platform/audit/audit.ts';

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
  // The entries and their values are read by one statement, because values can be deleted meanwhile.
  const entries = await db
    .selectFrom('audit')
    .leftJoin('auditValues', 'auditValues.auditId', 'audit.id')
    .selectAll('audit')
    .select(['auditValues.salt', 'auditValues.before', 'auditValues.after'])
    .where('audit.id', '>', afterId)
    .where('audit.id', '<=', lastLink.auditId)
    .execute();
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  return links.map((link) => {
    const entry = entriesById.get(link.auditId);
    if (!entry) return { ...link, entry: null, values: null };
    const { salt, before, after, ...columns } = entry;
    return { ...link, entry: columns, values: salt === null ? null : { salt, before, after } };
  });
}

/** Finds the first entry that is not in the chain. */
export async function findFirstUnlinked(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('audit')
    .leftJoin('auditChain', 'auditChain.auditId', 'audit.id')
    .select('audit.id')
    .where('auditChain.auditId', 'is', null)
    .orderBy('audit.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
