import type { AuditEntry, audit } from '@basics/contract/audit/audit.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { createCsvName, createCsvTable, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { readRowsInOrder } from '#server/platform/lists/list-page.repository.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { parseObject } from '#server/database/columns.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { findActions, findEntries, findKinds, selectMatchingEntries, readEntries } from './audit.repository.ts';
import type { EntryRow } from './audit.repository.ts';
import { findRecords } from './records.repository.ts';

/** Returns a page of the audit log for administrators: who did what, and when. */
export async function searchAuditLog(
  { db, at }: Pick<CallContext, 'db' | 'at'>,
  query: Body<typeof audit.search>,
): Promise<Reply<typeof audit.search>> {
  const page = await findEntries(db, query, at);
  const findRecord = await findRecords(db, page.items);
  const items = page.items.map((row) => toEntry(row, findRecord(row)));
  return { ...page, items, actions: await findActions(db), kinds: await findKinds(db) };
}

/** Exports the entries of the audit log that match a search. Throws TOO_MANY_ATTEMPTS. */
export async function exportAuditLog(context: WriteContext, query: Body<typeof audit.export>): Promise<CsvTable> {
  const db = await startExport(context, { kind: 'audit', query });
  const { matchingRows, order } = selectMatchingEntries(db, query, context.at);
  const rows = readRowsInOrder(matchingRows, order, (ids) => readEntries(db, ids));
  return createCsvTable(createCsvName('audit', context.at), columns, rows);
}

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
  machine: (row) => row.machine,
} satisfies Columns<EntryRow>;

const toEntry = (row: EntryRow, record: AuditEntry['subject']['record']): AuditEntry => ({
  auditId: row.id,
  at: new Date(row.at).toISOString(),
  actor: row.actorId === null ? null : { userId: row.actorId, name: actorName(row) },
  ...(row.machine !== null && { machine: row.machine }),
  action: row.action,
  subject: { kind: row.subjectKind, id: row.subjectId, record },
  before: row.before === null ? null : parseObject(row.before),
  after: row.after === null ? null : parseObject(row.after),
  requestId: row.requestId,
});

/** Returns the name of the actor, or the id of the account if the user was deleted. */
const actorName = (row: EntryRow): string =>
  `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() || (row.login ?? `account ${row.actorId}`);
