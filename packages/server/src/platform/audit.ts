import { bytesToHex } from '@basics/licensing/bytes.ts';
import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import { auditHash, noValues, valuesHashOf } from './audit-hash.ts';
import type { AuditValues } from './audit-hash.ts';
import {
  insertAuditChain,
  insertAuditRows,
  insertAuditValues,
  lockAuditHead,
  writeAuditHead,
} from './audit.repository.ts';

/** Who did what to which record, and when; `before` and `after` contain the changes, never a password, a token or a key. */
export type AuditEntry = {
  at: number;
  actorId: number | null;
  requestId: string | null;
  action: string;
  subject: AuditSubject;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/**
 * The record that an entry is about. The values of an entry about a person, or about a record of one, are deleted with the person: `personId`
 * is the owner of the record; null for a user means that the values contain no personal data and stay. An entry about many records, such as an export, has no id.
 */
export type AuditSubject =
  | { kind: 'user'; id: number; personId?: null }
  | { kind: 'license' | 'machine' | 'helpRequest'; id: number; personId: number }
  | { kind: ImpersonalKind; id: string | number | null }
  | { kind: AuditKind; id: null };
export type AuditKind = 'user' | 'license' | 'machine' | 'helpRequest' | ImpersonalKind;
type ImpersonalKind =
  | 'assignment'
  | 'audit'
  | 'brand'
  | 'clock'
  | 'crmAccount'
  | 'import'
  | 'mail'
  | 'policy'
  | 'portal'
  | 'releaseNote'
  | 'releaseNotes'
  | 'request'
  | 'sealingKey'
  | 'sessionKey'
  | 'signingKey'
  | 'tool';

/**
 * Writes the audit entry of a change in the transaction of the change: both are stored or neither is. Each entry is
 * chained to the previous one, so that a change to an old entry is detected. The head of the chain is locked from here
 * to the commit, so on PostgreSQL all audited writes wait for each other during that time. Call this last in a
 * transaction: later statements would make other writers wait, and a later lock can cause a deadlock (which `transact`
 * runs again).
 */
export const recordAudit = (trx: Trx, entry: AuditEntry, chance?: RandomSource): Promise<void> =>
  recordAudits(trx, [entry], chance);

/** Random bytes for the salts; the demo passes its own, which are the same each time. */
type RandomSource = (count: number) => Uint8Array;

/** Writes the audit entries of many changes of one transaction, in their order. */
export async function recordAudits(
  trx: Trx,
  entries: readonly AuditEntry[],
  chance: RandomSource = randomBytes,
): Promise<void> {
  const apart = entries.map((entry) => ({ entry, values: valuesOf(entry, chance) }));
  // Written under the lock, so that ids follow the order of the chain.
  let hash = await lockAuditHead(trx);
  for (let from = 0; from < apart.length; from += entriesPerBatch)
    hash = await chainEntries(trx, hash, apart.slice(from, from + entriesPerBatch));
  await writeAuditHead(trx, hash);
}

/** Few enough for the limit of parameters of one statement. */
const entriesPerBatch = 500;

type SplitEntry = { entry: AuditEntry; values: ValuesApart };

async function chainEntries(trx: Trx, hashBefore: string, entries: readonly SplitEntry[]): Promise<string> {
  const written = await insertAuditRows(
    trx,
    entries.map(({ entry, values }) => toRow(entry, values)),
  );
  let hash = hashBefore;
  const chain = written
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const previous = hash;
      hash = auditHash(previous, row, null);
      return { auditId: row.id, previousHash: previous, hash };
    });
  await insertAuditChain(trx, chain);
  // The salt makes each hash unique, so that it finds the entry of the values.
  const idOf = new Map(written.map((row) => [row.valuesHash, row.id]));
  await insertAuditValues(
    trx,
    entries.flatMap(({ values: { valuesHash, ...values } }) => {
      const auditId = values.salt === null ? undefined : idOf.get(valuesHash);
      return auditId === undefined ? [] : [{ auditId, ...values }];
    }),
  );
  return hash;
}

type ValuesApart = AuditValues & { personId: number | null; valuesHash: string };

function valuesOf({ subject, before, after }: AuditEntry, chance: RandomSource): ValuesApart {
  const hasValues = before !== undefined || after !== undefined;
  const values = hasValues ? { salt: bytesToHex(chance(16)), before: toText(before), after: toText(after) } : noValues;
  return { ...values, personId: personOf(subject), valuesHash: valuesHashOf(values) };
}

const personOf = (subject: AuditSubject): number | null => {
  if ('personId' in subject) return subject.personId;
  return subject.kind === 'user' ? subject.id : null;
};

const toRow = (entry: AuditEntry, { valuesHash }: ValuesApart) => ({
  at: entry.at,
  actorId: entry.actorId,
  requestId: entry.requestId,
  action: entry.action,
  subjectKind: entry.subject.kind,
  subjectId: entry.subject.id === null ? null : String(entry.subject.id),
  valuesHash,
});

/** Names of fields that are never stored, even if a caller passes a whole record; a boolean or a number under such a name is kept. */
const secretName = /password|secret|token|recovery|private/i;
const isRecorded = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'number';

const toText = (changed: Record<string, unknown> | undefined): string | null =>
  changed === undefined
    ? null
    : JSON.stringify(changed, (name, value: unknown) =>
        secretName.test(name) && !isRecorded(value) ? undefined : value,
      );
