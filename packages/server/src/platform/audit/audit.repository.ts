import { dialectOf, type Trx, type Db } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { AuditHead } from './audit-seal.ts';
import { toUtcDay } from '../clock/clock.ts';

/** The id of the only row of `audit_head`, which contains the hash of the newest link of the chain. */
export const auditHeadId = 1;

/** Locks the row of `audit_head` until the transaction ends, and returns the hash of the newest link of the chain. */
export async function lockAuditHead(trx: Trx): Promise<string> {
  const { hash } = await trx
    .selectFrom('auditHead')
    .select('hash')
    .where('id', '=', auditHeadId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return hash;
}

/** Returns whether entries of the audit log are not in the chain yet. */
export const hasAuditTail = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('auditTail').select('auditId').limit(1).executeTakeFirst()) !== undefined;

/** Finds the first entries that are not in the chain yet, by their ids. */
export const findAuditTail = (db: Db, limit: number) =>
  db
    .selectFrom('auditTail')
    .innerJoin('audit', 'audit.id', 'auditTail.auditId')
    .selectAll('audit')
    .orderBy('auditTail.auditId')
    .limit(limit)
    .execute();

/** Counts the entries that are not in the chain yet. `since` is the time of the oldest one, in Unix milliseconds, or null. */
export const countAuditTail = (db: Db) =>
  db
    .selectFrom('auditTail')
    .innerJoin('audit', 'audit.id', 'auditTail.auditId')
    .select(({ fn }) => [fn.countAll<number>().as('entries'), fn.min<number | null>('audit.at').as('since')])
    .executeTakeFirstOrThrow();

/** The distance between the positions of two entries with consecutive ids, so that entries that commit late have positions between them. */
export const positionsPerId = 2 ** 20;

/**
 * The position of a link in the chain. A link of version 1.0.1 has none: such a link is the newest one when it is added and has the highest
 * id, so its id gives its position.
 */
export const chainPosition = sql<number>`coalesce(position, cast(audit_id as bigint) * 1048576)`;

export async function writeAuditHead(trx: Trx, hash: string): Promise<void> {
  await trx.updateTable('auditHead').set({ hash }).where('id', '=', auditHeadId).execute();
}

/** The values of a new entry, with the hash that identifies its entry: the salt makes the hash unique. */
export type NewAuditValues = Omit<NewRow<'auditValues'>, 'auditId'> & Pick<NewRow<'audit'>, 'valuesHash'>;

/** Adds entries with their values to the audit log. They wait in `audit_tail` for the chain. */
export async function insertAuditEntries(
  trx: Trx,
  rows: readonly NewRow<'audit'>[],
  values: readonly NewAuditValues[],
): Promise<void> {
  if (dialectOf(trx) === 'postgres') return insertInOneStatement(trx, rows, values);
  const entries = await trx.insertInto('audit').values(rows).returning(['id', 'valuesHash']).execute();
  const tail = entries.map(({ id }) => ({ auditId: id }));
  await trx.insertInto('auditTail').values(tail).execute();
  const idByValuesHash = new Map(entries.map((entry) => [entry.valuesHash, entry.id]));
  const valueRows = values.flatMap(({ valuesHash, ...row }) => {
    const auditId = idByValuesHash.get(valuesHash);
    return auditId === undefined ? [] : [{ auditId, ...row }];
  });
  if (valueRows.length > 0) await trx.insertInto('auditValues').values(valueRows).execute();
}

/** Each statement of a transaction takes a round trip to PostgreSQL, so the three tables are written by one. SQLite has no such statement. */
async function insertInOneStatement(
  trx: Trx,
  rows: readonly NewRow<'audit'>[],
  values: readonly NewAuditValues[],
): Promise<void> {
  const given = sql<{ valuesHash: string; personId: number | null; salt: string; before: string; after: string }>`
    json_to_recordset(cast(${JSON.stringify(values)} as json))
      as given ("valuesHash" text, "personId" integer, salt text, before text, after text)`;
  await sql`
    with entries as (${trx.insertInto('audit').values(rows).returning(['id', 'valuesHash'])}),
      tail as (insert into audit_tail (audit_id) select id from entries)
    insert into audit_values (audit_id, person_id, salt, before, after)
      select entries.id, given."personId", given.salt, given.before, given.after
      from ${given} join entries on entries.values_hash = given."valuesHash"`.execute(trx);
}

/** Adds the links of entries to the chain, and removes the entries from the tail. */
export async function insertAuditLinks(trx: Trx, links: readonly NewRow<'auditChain'>[]): Promise<void> {
  await trx.insertInto('auditChain').values(links).execute();
  const ids = links.map(({ auditId }) => auditId);
  await trx.deleteFrom('auditTail').where('auditId', 'in', ids).execute();
}

/** Finds the newest link of the chain, with its position; undefined if the chain is empty. */
export const findLastLink = (db: Db) =>
  db
    .selectFrom('auditChain')
    .select(['auditId', 'hash', chainPosition.as('position')])
    .orderBy(chainPosition, 'desc')
    .limit(1)
    .executeTakeFirst();

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

/** Finds the newest entry in the chain and its hash; undefined if the chain is empty. */
export async function findAuditHead(db: Db): Promise<AuditHead | undefined> {
  const link = await findLastLink(db);
  return link && { auditId: link.auditId, hash: link.hash };
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
