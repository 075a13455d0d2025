import * as z from 'zod/mini';
import type { Db, Trx } from '#server/database/database.ts';
import { holdMail } from '#server/mail/outbox.repository.ts';

const lastBackup = z.object({
  /** When it was written, and when it was last proven that it can be restored; Unix milliseconds. */
  at: z.number(),
  provenAt: z.number(),
  file: z.string(),
  bytes: z.number(),
  auditEntries: z.number(),
  licences: z.number(),
});
export type LastBackup = z.infer<typeof lastBackup>;

/** When a backup was last restored for a proof, in Unix milliseconds, and which one. */
const lastProof = z.object({ at: z.number(), file: z.string() });
export type LastProof = z.infer<typeof lastProof>;

const keys = { backup: 'backup.last', proof: 'backup.proof' } as const;

/** The newest backup that passed all checks; null if there is none. */
export async function findLastBackup(db: Db): Promise<LastBackup | null> {
  const value = await findSetting(db, keys.backup);
  return value === null ? null : lastBackup.parse(value);
}

export const writeLastBackup = (trx: Trx, last: LastBackup): Promise<void> => writeSetting(trx, keys.backup, last);

/** The last proof that a backup can be restored; null if there is none. */
export async function findLastProof(db: Db): Promise<LastProof | null> {
  const value = await findSetting(db, keys.proof);
  return value === null ? null : lastProof.parse(value);
}

export const writeLastProof = (trx: Trx, last: LastProof): Promise<void> => writeSetting(trx, keys.proof, last);

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

/**
 * Removes what gives access or acts by itself from a copy of a database: sessions, links, the links in waiting e-mails, the addresses of
 * calendars (one that was ended because it leaked would work again), and the portals that run on the original. E-mails are held until somebody releases them.
 */
export async function makeHarmless(trx: Trx, now: number): Promise<void> {
  await trx.deleteFrom('oneTimeTokens').execute();
  await trx.deleteFrom('calendarFeeds').execute();
  await trx.deleteFrom('loginChanges').execute();
  await trx.deleteFrom('activations').execute();
  await trx.deleteFrom('passwordResetRequests').execute();
  await trx.deleteFrom('sessions').execute();
  await trx.deleteFrom('portalProcesses').execute();
  // Empty and not null: a letter that had a link must not go out with the word that hides it.
  await trx.updateTable('outbox').set({ sealed: '' }).where('sealed', 'is not', null).execute();
  // The search index may have to be filled: its job is due at once.
  await trx.deleteFrom('schedules').where('name', '=', 'search.indexes').execute();
  await holdMail(trx, now);
}

/** The newest and the oldest licences whose code is stored, at most `most` each. */
export async function findSampleLicenses(db: Db, most: number) {
  const select = (order: 'asc' | 'desc') =>
    db
      .selectFrom('licenses')
      .select(['id', 'licenceCode'])
      .where('licenceCode', '!=', '')
      .orderBy('id', order)
      .limit(most)
      .execute();
  return [...(await select('asc')), ...(await select('desc'))];
}

export async function countRows(db: Db, table: 'users' | 'licenses' | 'audit'): Promise<number> {
  const { found } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}
