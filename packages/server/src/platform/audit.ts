import type { AuditAction, AuditKind } from '@basics/contract/audit-actions.ts';
import { bytesToHex } from '@basics/licensing/bytes.ts';
import { randomBytes } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import { computeAuditHash, emptyValues, computeValuesHash } from './audit-hash.ts';
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
  action: AuditAction;
  subject: AuditSubject;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/**
 * The record that an entry is about. `personId` is the person whom the record is about: the values of the entry are deleted with this
 * person. If it is null for a user, the values contain no personal data and stay. An entry about many records, such as an export, has no
 * id.
 */
export type AuditSubject =
  | { kind: 'user'; id: number; personId?: null }
  | { kind: 'license' | 'machine' | 'helpRequest'; id: number; personId: number }
  | { kind: ImpersonalKind; id: string | number | null }
  | { kind: AuditKind; id: null };
type ImpersonalKind = Exclude<AuditKind, 'user' | 'license' | 'machine' | 'helpRequest'>;

/**
 * Writes the audit entry of a change in the transaction of the change: both are stored or neither is. Each entry is chained to the previous
 * one, so that a change to an old entry is detected. The head of the chain is locked from here to the commit, so on PostgreSQL all audited
 * writes wait for each other during that time. Call this last in a transaction: later statements would make other writers wait, and a later
 * lock can cause a deadlock, after which `transact` runs the transaction again.
 */
export const recordAudit = (trx: Trx, auditEntry: AuditEntry, randomSource?: RandomSource): Promise<void> =>
  recordAudits(trx, [auditEntry], randomSource);

/** Returns random bytes for the salts. The demo passes its own function, which returns the same bytes each time. */
type RandomSource = (count: number) => Uint8Array;

/** Writes the audit entries of many changes of one transaction, in their order. */
export async function recordAudits(
  trx: Trx,
  auditEntries: readonly AuditEntry[],
  randomSource: RandomSource = randomBytes,
): Promise<void> {
  const splitEntries = auditEntries.map((entry) => ({ entry, values: splitValues(entry, randomSource) }));
  // The entries are inserted while the head is locked, so that their ids follow the order of the chain.
  let hash = await lockAuditHead(trx);
  for (let from = 0; from < splitEntries.length; from += batchSize)
    hash = await chainEntries(trx, hash, splitEntries.slice(from, from + batchSize));
  await writeAuditHead(trx, hash);
}

/** A statement has a limited number of parameters, so entries are inserted in batches. */
const batchSize = 500;

type SplitEntry = { entry: AuditEntry; values: SplitValues };

async function chainEntries(trx: Trx, previousHash: string, entryParts: readonly SplitEntry[]): Promise<string> {
  const insertedRows = await insertAuditRows(
    trx,
    entryParts.map(({ entry, values }) => toRow(entry, values)),
  );
  let hash = previousHash;
  const chain = insertedRows
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const previousEntryHash = hash;
      hash = computeAuditHash(previousEntryHash, row, null);
      return { auditId: row.id, previousHash: previousEntryHash, hash };
    });
  await insertAuditChain(trx, chain);
  // The salt makes the hash of each entry's values unique, so the hash identifies the entry.
  const idByValuesHash = new Map(insertedRows.map((row) => [row.valuesHash, row.id]));
  await insertAuditValues(
    trx,
    entryParts.flatMap(({ values: { valuesHash, ...values } }) => {
      const auditId = values.salt === null ? undefined : idByValuesHash.get(valuesHash);
      return auditId === undefined ? [] : [{ auditId, ...values }];
    }),
  );
  return hash;
}

type SplitValues = AuditValues & { personId: number | null; valuesHash: string };

function splitValues({ subject, before, after }: AuditEntry, randomSource: RandomSource): SplitValues {
  const hasValues = before !== undefined || after !== undefined;
  const auditValues = hasValues
    ? { salt: bytesToHex(randomSource(16)), before: toJsonText(before), after: toJsonText(after) }
    : emptyValues;
  return { ...auditValues, personId: findPersonId(subject), valuesHash: computeValuesHash(auditValues) };
}

const findPersonId = (subject: AuditSubject): number | null => {
  if ('personId' in subject) return subject.personId;
  return subject.kind === 'user' ? subject.id : null;
};

const toRow = (entry: AuditEntry, { valuesHash }: SplitValues) => ({
  at: entry.at,
  actorId: entry.actorId,
  requestId: entry.requestId,
  action: entry.action,
  subjectKind: entry.subject.kind,
  subjectId: entry.subject.id === null ? null : String(entry.subject.id),
  valuesHash,
});

/** Fields with such names are stored only if their value is a boolean or a number, in case a caller passes a whole record. */
const secretName = /password|secret|token|recovery|private/i;
const isHarmless = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'number';

const toJsonText = (changes: Record<string, unknown> | undefined): string | null =>
  changes === undefined
    ? null
    : JSON.stringify(changes, (name, value: unknown) =>
        secretName.test(name) && !isHarmless(value) ? undefined : value,
      );
