import type { Trx } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

/** The only row of `audit_head`. */
export const headId = 1;

/** The hash of the newest entry; locked until the transaction ends. */
export async function lockAuditHead(trx: Trx): Promise<string> {
  const { hash } = await trx
    .selectFrom('audit_head')
    .select('hash')
    .where('id', '=', headId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return hash;
}

export async function writeAuditHead(trx: Trx, hash: string): Promise<void> {
  await trx.updateTable('audit_head').set({ hash }).where('id', '=', headId).execute();
}

export const insertAuditRows = (trx: Trx, rows: readonly NewRow<'audit'>[]) =>
  trx.insertInto('audit').values(rows).returningAll().execute();

export async function insertAuditChain(trx: Trx, rows: readonly NewRow<'audit_chain'>[]): Promise<void> {
  await trx.insertInto('audit_chain').values(rows).execute();
}
