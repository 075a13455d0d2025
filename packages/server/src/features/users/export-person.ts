import type { Reply } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { readRows } from '#server/database/personal/read-rows.ts';
import { countExport } from '#server/platform/csv/start-export.ts';
import { recordAction } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { requireInScope } from './scope.repository.ts';

/**
 * Returns all data about a person as a JSON file, which docs/personal-data.md describes. The call counts for the limit
 * on exports, and is recorded in the audit log. Throws USER_NOT_FOUND, TOO_MANY_ATTEMPTS.
 */
export async function exportPerson(
  { database, ...writer }: WriteContext,
  userId: number,
): Promise<Reply<typeof users.personalData>> {
  const { actor, at } = writer;
  await requireInScope(database.kysely, actor, userId);
  await countExport(database, actor, at);
  await database.transact((trx) =>
    recordAction(trx, writer, { action: 'user.exportPersonalData', subject: { kind: 'user', id: userId } }),
  );
  const exportedAt = new Date(at).toISOString();
  const content = {
    format: 'basics-portal-person',
    version: 1,
    userId,
    exportedAt,
    tables: await readRows(database.kysely, userId),
  };
  return {
    bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
    name: `personal-data-${userId}-${exportedAt.slice(0, 10)}.json`,
    type: 'application/json',
  };
}
