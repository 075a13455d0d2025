import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';
import type { AuditHead } from './audit-seal.ts';
import { headId } from './audit.repository.ts';

/** Finds the newest entry of the chain in one statement; undefined if there is none. */
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

/** Finds the hash of an entry in the chain; undefined if there is no such entry. */
export async function findChainHash(db: Db, auditId: number): Promise<string | undefined> {
  const chainHash = db.selectFrom('auditChain').select('hash').where('auditId', '=', auditId);
  return (await chainHash.executeTakeFirst())?.hash;
}

/** Finds the seals with higher ids than `afterId`, in order, at most `limit`. */
export const findSeals = (db: Db, afterId: number, limit: number) =>
  db.selectFrom('auditSeals').select(['id', 'seal']).where('id', '>', afterId).orderBy('id').limit(limit).execute();

export async function insertSeal(db: Db, seal: NewRow<'auditSeals'>): Promise<void> {
  await db.insertInto('auditSeals').values(seal).execute();
}
