import { createHash } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import type { Row } from '#server/database/schema.ts';
import { insertAuditChain, insertAuditRows, lockAuditHead, writeAuditHead } from './audit.repository.ts';

/** Who did what to which record, when; `before` and `after` hold what changed, never a password, a token or a key. */
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
 * Writes the trace of a change, in the transaction of the change itself: either both stand or neither. Every entry is chained to the
 * one before it, so that a change to the past shows.
 *
 * The head of the chain is locked from here to the commit: on PostgreSQL all audited writes stand in one line for that time, which is
 * one commit each. So this comes last in a transaction: what follows it makes everybody wait, and who asks for another lock after it
 * can meet somebody who holds that one and waits for this (a deadlock, which `transact` runs again).
 */
export const recordAudit = (trx: Trx, entry: AuditEntry): Promise<void> => recordAudits(trx, [entry]);

/** The traces of many changes of one transaction, in their order. */
export async function recordAudits(trx: Trx, entries: readonly AuditEntry[]): Promise<void> {
  // Written under the lock, so that ids follow the order of the chain.
  let hash = await lockAuditHead(trx);
  for (let from = 0; from < entries.length; from += entriesAtOnce)
    hash = await chained(trx, hash, entries.slice(from, from + entriesAtOnce));
  await writeAuditHead(trx, hash);
}

/** Few enough for the parameters of one statement. */
const entriesAtOnce = 500;

async function chained(trx: Trx, hashBefore: string, entries: readonly AuditEntry[]): Promise<string> {
  const written = await insertAuditRows(trx, entries.map(rowOf));
  let hash = hashBefore;
  const chain = written
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const previous = hash;
      hash = auditHash(previous, row);
      return { audit_id: row.id, previous_hash: previous, hash };
    });
  await insertAuditChain(trx, chain);
  return hash;
}

const rowOf = (entry: AuditEntry) => ({
  at: entry.at,
  actor_id: entry.actorId,
  request_id: entry.requestId,
  action: entry.action,
  subject_kind: entry.subject.kind,
  subject_id: entry.subject.id === null ? null : String(entry.subject.id),
  before: textOf(entry.before),
  after: textOf(entry.after),
});

/** The hash of an entry and of all before it: SHA-256 of the previous hash and every column as a JSON array in this order. */
export function auditHash(previousHash: string, row: Row<'audit'>): string {
  const said = [
    previousHash,
    row.id,
    row.at,
    row.actor_id,
    row.request_id,
    row.action,
    row.subject_kind,
    row.subject_id,
    row.before,
    row.after,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Names of what never gets in, should a caller hand over a whole record; whether and how many there are may be told. */
const secret = /password|secret|token|recovery|private/i;
const isTold = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'number';

const textOf = (changed: Record<string, unknown> | undefined): string | null =>
  changed === undefined
    ? null
    : JSON.stringify(changed, (name, value: unknown) => (secret.test(name) && !isTold(value) ? undefined : value));
