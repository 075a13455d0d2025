import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Trx } from '../database/foundation.ts';
import { snakeCase } from '#server/database/names.ts';
import type { CopiedTable } from '#server/database/copy/copied-tables.ts';
import { listColumns } from '#server/database/copy/table-rows.ts';
import { holdMail } from '#server/mail/outbox.repository.ts';

const lastBackupSchema = z.object({
  /** When the backup was written, and when it was last checked, in Unix milliseconds. */
  at: z.number(),
  provenAt: z.number(),
  file: z.string(),
  bytes: z.number(),
  auditEntries: z.number(),
  licences: z.number(),
});
export type LastBackup = z.infer<typeof lastBackupSchema>;

/** The time at which a backup was last restored as a test, in Unix milliseconds, and the name of its file. */
const lastProofSchema = z.object({ at: z.number(), file: z.string() });
export type LastProof = z.infer<typeof lastProofSchema>;

const settingKeys = { backup: 'backup.last', proof: 'backup.proof' } as const;

/** The newest backup that passed all checks; null if there is none. */
export async function findLastBackup(db: Db): Promise<LastBackup | null> {
  const settingValue = await findSetting(db, settingKeys.backup);
  return settingValue === null ? null : lastBackupSchema.parse(settingValue);
}

export const writeLastBackup = (trx: Trx, lastBackupFacts: LastBackup): Promise<void> =>
  writeSetting(trx, settingKeys.backup, lastBackupFacts);

/** The last proof that a backup can be restored; null if there is none. */
export async function findLastProof(db: Db): Promise<LastProof | null> {
  const settingValue = await findSetting(db, settingKeys.proof);
  return settingValue === null ? null : lastProofSchema.parse(settingValue);
}

export const writeLastProof = (trx: Trx, lastProofFacts: LastProof): Promise<void> =>
  writeSetting(trx, settingKeys.proof, lastProofFacts);

async function findSetting(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

async function writeSetting(trx: Trx, key: string, content: LastBackup | LastProof): Promise<void> {
  const value = JSON.stringify(content);
  await trx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** The tables whose rows give access, and the list of running portals. */
const tablesOfAccess = [
  'oneTimeTokens',
  'linkCodes',
  'workSignIns',
  'calendarFeeds',
  'loginChanges',
  'activations',
  'passwordResetRequests',
  'sessions',
  'portalProcesses',
] as const;

const accessTables: ReadonlySet<string> = new Set(tablesOfAccess.map(snakeCase));

/**
 * Removes everything that gives access from a copy of a database: sessions, links, the links in queued e-mails, and the addresses of
 * calendars. Calendar addresses are removed because an address that its user has replaced would work again in a restored copy. The copy
 * also loses the list of running portals, and its e-mails wait until an operator releases them.
 */
export async function removeAccessData(trx: Trx, now: number): Promise<void> {
  for (const table of tablesOfAccess) await trx.deleteFrom(table).execute();
  // The encrypted link is set to an empty text and not to null: an e-mail that had a link must never be sent with the placeholder of the
  // link.
  await trx.updateTable('outbox').set({ sealed: '' }).where('sealed', 'is not', null).execute();
  // The search index may be incomplete, so the job that fills it must be due at once.
  await trx.deleteFrom('schedules').where('name', '=', 'search.indexes').execute();
  await holdMail(trx, now);
}

/** Creates the SQL that selects the rows of a table in the order of its primary key, without what `removeAccessData` removes. */
export function selectWithoutAccess({ name, columns, key }: CopiedTable): string {
  const values = columns.map((column) =>
    name === 'outbox' && column === 'sealed' ? `case when sealed is null then null else '' end` : listColumns([column]),
  );
  const where = accessTables.has(name) ? ' where false' : '';
  return `select ${values.join(', ')} from ${name}${where} order by ${listColumns(key)}`;
}

/** Finds the newest and the oldest licences whose code is stored, at most `limit` each. */
export async function findSampleLicenses(db: Db, limit: number) {
  const selectInOrder = (order: 'asc' | 'desc') =>
    db
      .selectFrom('licenses')
      .select(['id', 'licenceCode'])
      .where('licenceCode', '!=', '')
      .orderBy('id', order)
      .limit(limit)
      .execute();
  return [...(await selectInOrder('asc')), ...(await selectInOrder('desc'))];
}

export async function countRows(db: Db, table: 'users' | 'licenses' | 'audit'): Promise<number> {
  const { found } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}

/** Calls `read` with a transaction of PostgreSQL that reads the moment of a snapshot. */
export const readSnapshot = <Result>(db: Db, snapshot: string, read: (trx: Db) => Promise<Result>): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(trx);
      return read(trx);
    });
