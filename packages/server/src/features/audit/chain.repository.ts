import type { Db } from '#server/database/foundation.ts';
import type { Row } from '#server/database/schema.ts';
import type { AuditValues } from '#server/platform/audit/audit.ts';
import { chainPosition } from '#server/platform/audit/audit.repository.ts';

const pageSize = 1000;

export const findHead = (db: Db, id: number) =>
  db.selectFrom('auditHead').selectAll().where('id', '=', id).executeTakeFirst();

/** A link of the hash chain, with its entry of the audit log, and the values of the entry if they still exist. */
export type ChainLinkRow = Row<'auditChain'> & {
  position: number;
  entry: Row<'audit'> | null;
  values: AuditValues | null;
};

/** Finds the next links after a position of the chain, in order. */
export async function findLinks(db: Db, afterPosition: number): Promise<ChainLinkRow[]> {
  const links = await db
    .selectFrom('auditChain')
    .select(['auditId', 'previousHash', 'hash', chainPosition.as('position')])
    .where(chainPosition, '>', afterPosition)
    .orderBy(chainPosition)
    .limit(pageSize)
    .execute();
  if (links.length === 0) return [];
  const ids = links.map(({ auditId }) => auditId);
  // The entries and their values are read by one statement, because values can be deleted meanwhile.
  const entries = await db
    .selectFrom('audit')
    .leftJoin('auditValues', 'auditValues.auditId', 'audit.id')
    .selectAll('audit')
    .select(['auditValues.salt', 'auditValues.before', 'auditValues.after'])
    .where('audit.id', 'in', ids)
    .execute();
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  return links.map((link) => {
    const entry = entriesById.get(link.auditId);
    if (!entry) return { ...link, entry: null, values: null };
    const { salt, before, after, ...columns } = entry;
    return { ...link, entry: columns, values: salt === null ? null : { salt, before, after } };
  });
}

/** Finds the first entry that is neither in the chain nor waits for it. */
export async function findFirstUnlinked(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('audit')
    .leftJoin('auditChain', 'auditChain.auditId', 'audit.id')
    .leftJoin('auditTail', 'auditTail.auditId', 'audit.id')
    .select('audit.id')
    .where('auditChain.auditId', 'is', null)
    .where('auditTail.auditId', 'is', null)
    .orderBy('audit.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Finds the first entry that waits for the chain and was removed. */
export async function findFirstMissingInTail(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('auditTail')
    .leftJoin('audit', 'audit.id', 'auditTail.auditId')
    .select('auditTail.auditId')
    .where('audit.id', 'is', null)
    .orderBy('auditTail.auditId')
    .limit(1)
    .executeTakeFirst();
  return row?.auditId ?? null;
}

/** Finds the values of the entries that wait for the chain and record which values were deleted. */
export const findRemovalsInTail = (db: Db) =>
  db
    .selectFrom('auditTail')
    .innerJoin('auditValues', 'auditValues.auditId', 'auditTail.auditId')
    .select('auditValues.after')
    .where('auditValues.after', 'like', '%"removedValues"%')
    .execute();
