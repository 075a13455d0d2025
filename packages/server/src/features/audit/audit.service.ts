import type { AuditEntry, audit } from '@basics/contract/audit.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import type { Database } from '#server/database/database.ts';
import { objectIn } from '#server/platform/json-column.ts';
import { findActions, findEntries } from './audit.repository.ts';
import type { EntryRow } from './audit.repository.ts';

/** Who did what, when; read by administrators, written by everybody's deeds. */
export function auditService({ database }: { database: Database }) {
  const db = database.kysely;
  return {
    async search(page: Body<typeof audit.search>) {
      const { items, total } = await findEntries(db, page);
      const { pageNumber, pageSize } = page;
      return { items: items.map(entryOf), total, pageNumber, pageSize, actions: await findActions(db) };
    },
  };
}

export type AuditService = ReturnType<typeof auditService>;

const entryOf = (row: EntryRow): AuditEntry => ({
  auditId: row.id,
  at: new Date(row.at).toISOString(),
  actor: row.actor_id === null ? null : { userId: row.actor_id, name: actorName(row) },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id },
  before: row.before === null ? null : objectIn(row.before),
  after: row.after === null ? null : objectIn(row.after),
  requestId: row.request_id,
});

/** Who has been deleted has left no name. */
const actorName = (row: EntryRow): string =>
  `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || (row.login ?? `account ${row.actor_id}`);
