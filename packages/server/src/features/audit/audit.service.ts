import type { AuditEntry, audit } from '@basics/contract/audit.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import type { Database } from '#server/database/database.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import type { Clock } from '#server/platform/clock.ts';
import { csvName, tableOf } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import { objectIn } from '#server/platform/json-column.ts';
import { rowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { findActions, findEntries, matchingEntries, readEntries } from './audit.repository.ts';
import type { EntryRow } from './audit.repository.ts';

/** The audit log: who did what, and when. Administrators read it. */
export function auditService({ database, clock }: { database: Database; clock: Clock }) {
  const db = database.kysely;
  return {
    async search(query: Body<typeof audit.search>) {
      const page = await findEntries(db, query);
      return { ...page, items: page.items.map(toEntry), actions: await findActions(db) };
    },

    async export(actor: Actor, query: Body<typeof audit.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      await beginExport({ database, at }, { actor, origin }, { kind: 'audit', query });
      const { matching, order } = matchingEntries(db, query);
      const rows = rowsInOrder(matching, order, (ids) => readEntries(db, ids));
      return tableOf(csvName('audit', at), columns, rows);
    },
  };
}

export type AuditService = ReturnType<typeof auditService>;

const columns = {
  auditId: (row) => row.id,
  at: (row) => new Date(row.at).toISOString(),
  actor: (row) => (row.actorId === null ? null : actorName(row)),
  actorId: (row) => row.actorId,
  action: (row) => row.action,
  subjectKind: (row) => row.subjectKind,
  subjectId: (row) => row.subjectId,
  before: (row) => row.before,
  after: (row) => row.after,
  requestId: (row) => row.requestId,
} satisfies Columns<EntryRow>;

const toEntry = (row: EntryRow): AuditEntry => ({
  auditId: row.id,
  at: new Date(row.at).toISOString(),
  actor: row.actorId === null ? null : { userId: row.actorId, name: actorName(row) },
  action: row.action,
  subject: { kind: row.subjectKind, id: row.subjectId },
  before: row.before === null ? null : objectIn(row.before),
  after: row.after === null ? null : objectIn(row.after),
  requestId: row.requestId,
});

/** The name of a deleted user is gone. */
const actorName = (row: EntryRow): string =>
  `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() || (row.login ?? `account ${row.actorId}`);
