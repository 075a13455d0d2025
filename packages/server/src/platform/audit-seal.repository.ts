import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';
import type { AuditHead } from './audit-seal.ts';
import { headId } from './audit.repository.ts';

/** The newest entry of the chain, read in one statement; undefined while there is none. */
export async function findAuditHead(db: Db): Promise<AuditHead | undefined> {
  const row = await db
    .selectFrom('auditHead')
    .select('hash')
    .select(sql<number | null>`(select max(audit_id) from audit_chain)`.as('auditId'))
    .where('id', '=', headId)
    .executeTakeFirst();
  return row && row.auditId !== null ? { hash: row.hash, auditId: row.auditId } : undefined;
}

export const findNewestSeal = (db: Db) =>
  db.selectFrom('auditSeals').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** The hash of an entry in the chain; undefined if the entry is not there. */
export async function findChainHash(db: Db, auditId: number): Promise<string | undefined> {
  const found = db.selectFrom('auditChain').select('hash').where('auditId', '=', auditId);
  return (await found.executeTakeFirst())?.hash;
}

/** The seals after one, in order, at most `most`. */
export const findSeals = (db: Db, behind: number, most: number) =>
  db.selectFrom('auditSeals').select(['id', 'seal']).where('id', '>', behind).orderBy('id').limit(most).execute();

export async function insertSeal(db: Db, seal: NewRow<'auditSeals'>): Promise<void> {
  await db.insertInto('auditSeals').values(seal).execute();
}
