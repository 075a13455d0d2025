import { createHash } from 'node:crypto';
import type { Database } from '#server/database/database.ts';

/**
 * Writes an audit entry as versions before migration 0020 did: the values are columns of the entry, and the hash of the entry covers them.
 */
export const writeOldAudit = (
  { transact }: Database,
  entry: { at: number; actorId: number; action: string; subjectKind: string; subjectId: string; after: string },
): Promise<void> =>
  transact(async (trx) => {
    const headQuery = trx.selectFrom('auditHead').select('hash').where('id', '=', 1).forUpdate();
    const { hash: previousHash } = await headQuery.executeTakeFirstOrThrow();
    const row = { ...entry, requestId: null, before: null };
    const { id } = await trx.insertInto('audit').values(row).returning('id').executeTakeFirstOrThrow();
    const { at, actorId, requestId, action, subjectKind, subjectId, before, after } = row;
    const hashedColumns = [previousHash, id, at, actorId, requestId, action, subjectKind, subjectId, before, after];
    const hash = createHash('sha256').update(JSON.stringify(hashedColumns)).digest('hex');
    await trx.insertInto('auditChain').values({ auditId: id, previousHash, hash }).execute();
    await trx.updateTable('auditHead').set({ hash }).where('id', '=', 1).execute();
  });
