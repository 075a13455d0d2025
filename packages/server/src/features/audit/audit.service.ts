import type { AuditEntry, audit } from '@basics/contract/audit.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { Database } from '#server/database/database.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createCsvName, createCsvTable } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import { parseObject } from '#server/platform/json-column.ts';
import { readRowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { readVerification } from './read-verification.ts';
import { findOpenVerification, insertVerification } from './verification.repository.ts';
import { longestVerificationMs } from './verifier.ts';
import type { SealSource } from './verifier.ts';
import { recordAction } from '#server/platform/writing.ts';
import { findActions, findEntries, findKinds, selectMatchingEntries, readEntries } from './audit.repository.ts';
import type { EntryRow } from './audit.repository.ts';
import { findRecords } from './records.repository.ts';

/** Serves the audit log for administrators: who did what, and when. */
type Dependencies = { database: Database; clock: Clock; seals: SealSource; wakeVerifier: () => void };

export function auditService({ database, clock, seals, wakeVerifier }: Dependencies) {
  const db = database.kysely;
  return {
    async search(query: Body<typeof audit.search>) {
      const page = await findEntries(db, query);
      const findRecord = await findRecords(db, page.items);
      const items = page.items.map((row) => toEntry(row, findRecord(row)));
      return { ...page, items, actions: await findActions(db), kinds: await findKinds(db) };
    },

    verification: () => readVerification(db, { seals, now: clock() }),

    /** Starts a verification, unless one is running. */
    async verify(actor: Actor, origin: Origin): Promise<Reply<typeof audit.verify>> {
      const at = clock();
      if (!(await findOpenVerification(db, at - longestVerificationMs))) {
        await database.transact(async (trx) => {
          await insertVerification(trx, at, actor.userId);
          const auditSubject = { kind: 'audit', id: null } as const;
          await recordAction(trx, { actor, origin, at }, { action: 'audit.verify', subject: auditSubject });
        });
      }
      wakeVerifier();
      return readVerification(db, { seals, now: at });
    },

    async export(actor: Actor, query: Body<typeof audit.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      const readDatabase = await beginExport({ database, at }, { actor, origin }, { kind: 'audit', query });
      const { matchingRows, order } = selectMatchingEntries(readDatabase, query);
      const rows = readRowsInOrder(matchingRows, order, (ids) => readEntries(readDatabase, ids));
      return createCsvTable(createCsvName('audit', at), columns, rows);
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

const toEntry = (row: EntryRow, record: AuditEntry['subject']['record']): AuditEntry => ({
  auditId: row.id,
  at: new Date(row.at).toISOString(),
  actor: row.actorId === null ? null : { userId: row.actorId, name: actorName(row) },
  action: row.action,
  subject: { kind: row.subjectKind, id: row.subjectId, record },
  before: row.before === null ? null : parseObject(row.before),
  after: row.after === null ? null : parseObject(row.after),
  requestId: row.requestId,
});

/** Returns the name of the actor, or the id of the account if the user was deleted. */
const actorName = (row: EntryRow): string =>
  `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() || (row.login ?? `account ${row.actorId}`);
