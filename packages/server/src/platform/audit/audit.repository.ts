import type { Trx, Db } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { AuditHead } from './audit-seal.ts';
import { toUtcDay } from '../clock/clock.ts';

/** The id of the only row of `audit_head`, which contains the hash of the newest audit entry. */
export const auditHeadId = 1;

/** Locks the row of `audit_head` until the transaction ends, and returns the hash of the newest audit entry. */
export async function lockAuditHead(trx: Trx): Promise<string> {
  const { hash } = await trx
    .selectFrom('auditHead')
    .select('hash')
    .where('id', '=', auditHeadId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return hash;
}

export async function writeAuditHead(trx: Trx, hash: string): Promise<void> {
  await trx.updateTable('auditHead').set({ hash }).where('id', '=', auditHeadId).execute();
}

export const insertAuditRows = (trx: Trx, rows: readonly NewRow<'audit'>[]) =>
  trx.insertInto('audit').values(rows).returningAll().execute();

export async function insertAuditChain(trx: Trx, rows: readonly NewRow<'auditChain'>[]): Promise<void> {
  await trx.insertInto('auditChain').values(rows).execute();
}

export async function insertAuditValues(trx: Trx, rows: readonly NewRow<'auditValues'>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('auditValues').values(rows).execute();
}

/** Whether values may be shown. The values of entries about a person in the bin return with the person, and are not shown until then. */
export const areValuesShown = sql<boolean>`not exists
  (select 1 from deleted_users where deleted_users.user_id = audit_values.person_id)`;

/**
 * Deletes the values of all audit entries about a person (none if null), and of the entries `auditIds`. Returns the ids of
 * the entries whose values were deleted, in order.
 */
export async function deleteAuditValues(
  trx: Trx,
  { personId, auditIds }: { personId: number | null; auditIds: readonly number[] },
): Promise<number[]> {
  const deletedRows = await trx
    .deleteFrom('auditValues')
    .where((where) =>
      where.or([
        ...(personId === null ? [] : [where('personId', '=', personId)]),
        ...(auditIds.length > 0 ? [where('auditId', 'in', auditIds)] : []),
      ]),
    )
    .returning('auditId')
    .execute();
  return deletedRows.map(({ auditId }) => auditId).toSorted((a, b) => a - b);
}

/** Finds the newest entry of the audit log and its hash in one statement; undefined if the audit log is empty. */
export async function findAuditHead(db: Db): Promise<AuditHead | undefined> {
  const row = await db
    .selectFrom('auditHead')
    .select('hash')
    .select(sql<number | null>`(select max(audit_id) from audit_chain)`.as('auditId'))
    .where('id', '=', auditHeadId)
    .executeTakeFirst();
  return row && row.auditId !== null ? { hash: row.hash, auditId: row.auditId } : undefined;
}

export const findNewestSeal = (db: Db) =>
  db.selectFrom('auditSeals').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** Finds the hash of an audit entry; undefined if there is no entry with this id. */
export async function findChainHash(db: Db, auditId: number): Promise<string | undefined> {
  const chainHash = db.selectFrom('auditChain').select('hash').where('auditId', '=', auditId);
  return (await chainHash.executeTakeFirst())?.hash;
}

/** Finds at most `limit` seals with a higher id than `afterId`, sorted by id. */
export const findSeals = (db: Db, afterId: number, limit: number) =>
  db.selectFrom('auditSeals').select(['id', 'seal']).where('id', '>', afterId).orderBy('id').limit(limit).execute();

export async function insertSeal(db: Db, seal: NewRow<'auditSeals'>): Promise<void> {
  await db.insertInto('auditSeals').values(seal).execute();
}

/** An earlier key that sealed the audit log, and the id of the entry that records its end. */
export type FormerAuditKey = { publicKey: string; endedBy: number };

const keyChangeSchema = z.object({ formerKey: z.nullable(z.string()) });

/** Finds the earlier keys in the entries of the audit log that record a change of the key. */
export async function findFormerAuditKeys(db: Db): Promise<FormerAuditKey[]> {
  const changes = await db
    .selectFrom('audit')
    .innerJoin('auditValues', 'auditValues.auditId', 'audit.id')
    .select(['audit.id', 'auditValues.after'])
    .where('audit.action', '=', 'audit.newKey')
    .execute();
  return changes.flatMap(({ id, after }) => {
    const { formerKey } = keyChangeSchema.parse(JSON.parse(after ?? '{"formerKey":null}'));
    return formerKey === null ? [] : [{ publicKey: formerKey, endedBy: id }];
  });
}

const publicKeySetting = 'audit.publicKey';

/** Finds the public key (hex) of the seals, which the portal stores at its start; null before the first start of a version that does so. */
export async function findPublicAuditKey(db: Db): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', publicKeySetting).executeTakeFirst();
  return row?.value ?? null;
}

export async function writePublicAuditKey(db: Db, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: publicKeySetting, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

const lastMailedKey = 'audit.sealMailed';

/**
 * Records that this process sends the e-mails with the seal of the given day; returns false if another process has
 * already recorded this.
 */
export async function claimSealLetter(trx: Trx, at: number): Promise<boolean> {
  const todayText = toUtcDay(at);
  const claimResult = await trx
    .insertInto('settings')
    .values({ key: lastMailedKey, value: todayText })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: todayText }).where('settings.value', '<>', todayText),
    )
    .executeTakeFirst();
  return (claimResult.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
