import type { Database } from '#server/database/database.ts';
import { verifyChain, type ChainResult } from '#server/features/audit/verify-chain.ts';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import type { Db } from '../database/foundation.ts';
import type { Portal } from './portal.ts';

/** Creates a query of the audit entries with their values, which are JSON texts. */
export const selectAuditEntries = (db: Db) =>
  db.selectFrom((sub) =>
    sub
      .selectFrom('audit')
      .leftJoin('auditValues', 'auditValues.auditId', 'audit.id')
      .select(['audit.id', 'audit.at', 'audit.actorId', 'audit.requestId', 'audit.action', 'audit.subjectKind'])
      .select(['audit.subjectId', 'auditValues.before', 'auditValues.after'])
      .as('entry'),
  );

/** Finds the audit entries about records of the given kind, oldest first. */
export async function findAuditEntries({ database }: Portal, kind: string) {
  const rows = await selectAuditEntries(database.kysely)
    .select(['actorId', 'action', 'subjectId', 'before', 'after'])
    .where('subjectKind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map(({ before, after, ...row }) => ({ ...row, before: parseJson(before), after: parseJson(after) }));
}

const parseJson = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** Adds the entries that wait to the chain of the audit log, as a running portal does every few seconds, and verifies the chain. */
export async function extendAndVerifyChain(
  database: Database,
  ...more: [witnesses?: Parameters<typeof verifyChain>[1]]
): Promise<ChainResult> {
  await extendChain(database);
  return verifyChain(database.kysely, ...more);
}
