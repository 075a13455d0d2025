import { createHash } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import type { Row } from '#server/database/schema.ts';
import { insertAuditChain, insertAuditRows, lockAuditHead, writeAuditHead } from './audit.repository.ts';

/** Who did what to which record, and when; `before` and `after` contain the changes, never a password, a token or a key. */
export type AuditEntry = {
  at: number;
  actorId: number | null;
  requestId: string | null;
  action: string;
  subject: { kind: string; id: string | number | null };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** The hash before the first entry. */
export const firstHash = '0'.repeat(64);

/**
 * Writes the audit entry of a change in the transaction of the change: both are stored or neither is. Each entry is
 * chained to the previous one, so that a change to an old entry is detected. The head of the chain is locked from here
 * to the commit, so on PostgreSQL all audited writes wait for each other during that time. Call this last in a
 * transaction: later statements would make other writers wait, and a later lock can cause a deadlock (which `transact`
 * runs again).
 */
export const recordAudit = (trx: Trx, entry: AuditEntry): Promise<void> => recordAudits(trx, [entry]);

/** Writes the audit entries of many changes of one transaction, in their order. */
export async function recordAudits(trx: Trx, entries: readonly AuditEntry[]): Promise<void> {
  // Written under the lock, so that ids follow the order of the chain.
  let hash = await lockAuditHead(trx);
  for (let from = 0; from < entries.length; from += entriesAtOnce)
    hash = await chained(trx, hash, entries.slice(from, from + entriesAtOnce));
  await writeAuditHead(trx, hash);
}

/** Few enough for the limit of parameters of one statement. */
const entriesAtOnce = 500;

async function chained(trx: Trx, hashBefore: string, entries: readonly AuditEntry[]): Promise<string> {
  const written = await insertAuditRows(trx, entries.map(rowOf));
  let hash = hashBefore;
  const chain = written
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const previous = hash;
      hash = auditHash(previous, row);
      return { auditId: row.id, previousHash: previous, hash };
    });
  await insertAuditChain(trx, chain);
  return hash;
}

const rowOf = (entry: AuditEntry) => ({
  at: entry.at,
  actorId: entry.actorId,
  requestId: entry.requestId,
  action: entry.action,
  subjectKind: entry.subject.kind,
  subjectId: entry.subject.id === null ? null : String(entry.subject.id),
  before: textOf(entry.before),
  after: textOf(entry.after),
});

/** The hash of an entry and of all before it: SHA-256 of the previous hash and every column as a JSON array in this order. */
export function auditHash(previousHash: string, row: Row<'audit'>): string {
  const said = [
    previousHash,
    row.id,
    row.at,
    row.actorId,
    row.requestId,
    row.action,
    row.subjectKind,
    row.subjectId,
    row.before,
    row.after,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Names of fields that are never stored, even if a caller passes a whole record; a boolean or a number under such a name is kept. */
const secret = /password|secret|token|recovery|private/i;
const isTold = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'number';

const textOf = (changed: Record<string, unknown> | undefined): string | null =>
  changed === undefined
    ? null
    : JSON.stringify(changed, (name, value: unknown) => (secret.test(name) && !isTold(value) ? undefined : value));
