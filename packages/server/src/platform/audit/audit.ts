import type { AuditAction, AuditKind } from '@basics/contract/audit/audit-actions.ts';
import { randomBytes, createHash } from 'node:crypto';
import type { Trx } from '#server/database/foundation.ts';
import { insertAuditEntries } from './audit.repository.ts';
import type { Row } from '#server/database/schema.ts';
import type { Actor, CallContext, Origin } from '#server/platform/http/call-context.ts';

/**
 * An entry of the audit log: who did what to which record, and when. `before` and `after` contain the changed values,
 * never a password, a token or a key.
 */
export type AuditEntry = {
  at: number;
  actorId: number | null;
  requestId: string | null;
  action: AuditAction;
  subject: AuditSubject;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** The service account that acted for the actor, and the beginning of its key. */
  machine?: string | undefined;
};

/** The actor and the request of a change without a signed-in user, such as the change of a job or of a command. */
export const bySystem = { actorId: null, requestId: null } as const;

/**
 * The record that an audit entry is about. `personId` is the id of the person whom the record is about: the values of
 * the entry are deleted with this person. If `personId` is null for a user, the values contain no personal data and are
 * not deleted. If an entry is about many records, as for an export, its `id` is null.
 */
export type AuditSubject =
  | { kind: 'user'; id: number; personId?: null }
  | { kind: 'license' | 'machine' | 'helpRequest'; id: number; personId: number }
  | { kind: ImpersonalKind; id: string | number | null }
  | { kind: AuditKind; id: null };
type ImpersonalKind = Exclude<AuditKind, 'user' | 'license' | 'machine' | 'helpRequest'>;

/**
 * Writes the audit entry of a change in the transaction of the change, so that both are stored or both are rolled back. The entry gets its
 * hash within seconds, by `extendChain`, so that transactions do not wait for each other.
 */
export const recordAudit = (trx: Trx, auditEntry: AuditEntry, randomSource?: RandomSource): Promise<void> =>
  recordAudits(trx, [auditEntry], randomSource);

/**
 * A function that returns random bytes for the salts. The demo passes a function that returns the same bytes each time.
 */
type RandomSource = (count: number) => Uint8Array;

/** Writes the audit entries of several changes of one transaction, in their order. */
export async function recordAudits(
  trx: Trx,
  auditEntries: readonly AuditEntry[],
  randomSource: RandomSource = randomBytes,
): Promise<void> {
  for (let from = 0; from < auditEntries.length; from += batchSize) {
    const entries = auditEntries
      .slice(from, from + batchSize)
      .map((entry) => ({ entry, values: splitValues(entry, randomSource) }));
    const values = entries.flatMap(({ values: { salt, ...rest } }) => (salt === null ? [] : [{ salt, ...rest }]));
    // The batches are written in their order, which the ids of the entries keep.
    // oxlint-disable-next-line no-await-in-loop
    await insertAuditEntries(
      trx,
      entries.map((part) => toRow(part.entry, part.values)),
      values,
    );
  }
}

/** The actor, the request and the time of a change, from which an audit entry is created. */
export type AuditWriter = Pick<CallContext, 'actor' | 'origin' | 'at'>;

export type AuditedChange = Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'>;

/** Records the audit entry of a change. */
export const recordAction = (trx: Trx, writer: AuditWriter, change: AuditedChange): Promise<void> =>
  recordAudit(trx, createAuditEntry(writer, change));

/** Creates an audit entry without storing it, for callers that store many entries at once. */
export const createAuditEntry = (
  { actor, origin, at }: { actor: Pick<Actor, 'userId' | 'machine'>; origin: Pick<Origin, 'requestId'>; at: number },
  change: AuditedChange,
): AuditEntry => ({
  at,
  actorId: actor.userId,
  requestId: origin.requestId,
  machine: actor.machine?.label,
  ...change,
});

/** Entries are inserted in batches of this size, because an SQL statement has a limited number of parameters. */
const batchSize = 500;

type SplitValues = AuditValues & { personId: number | null; valuesHash: string };

function splitValues({ subject, before, after }: AuditEntry, randomSource: RandomSource): SplitValues {
  const hasValues = before !== undefined || after !== undefined;
  const auditValues = hasValues
    ? { salt: Buffer.from(randomSource(16)).toString('hex'), before: toJsonText(before), after: toJsonText(after) }
    : emptyAuditValues;
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
  machine: entry.machine ?? null,
});

/**
 * A field whose name matches this pattern is stored only if its value is a boolean or a number. If a caller passes a
 * whole record, its secrets are therefore not stored.
 */
const secretNamePattern = /password|secret|token|recovery|private/i;
const isBooleanOrNumber = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'number';

const toJsonText = (changes: Record<string, unknown> | undefined): string | null =>
  changes === undefined
    ? null
    : JSON.stringify(changes, (name, value: unknown) =>
        secretNamePattern.test(name) && !isBooleanOrNumber(value) ? undefined : value,
      );

/** The first entry of the chain of hashes has no previous entry, and has this value as its previous hash. */
export const hashBeforeFirstEntry = '0'.repeat(64);

/**
 * The values before and after the change of an audit entry. They have their own table, because they are deleted with
 * the person that they are about. The salt is null if the entry has no values.
 */
export type AuditValues = Pick<Row<'auditValues'>, 'before' | 'after'> & { salt: string | null };

/**
 * Computes the hash of an audit entry, which also covers all entries before it: SHA-256 of a JSON array of the number 1
 * (the format of the hash; 2 for the entry of a service account), the previous hash and every column, in this order. The column `valuesHash` is the salted
 * hash of the values, so the hash of the entry can still be computed after the values are deleted.
 */
export const computeAuditHash = (previousHash: string, row: Row<'audit'>): string =>
  hashOf([
    row.machine === null ? 1 : 2,
    previousHash,
    row.id,
    row.at,
    row.actorId,
    row.requestId,
    row.action,
    row.subjectKind,
    row.subjectId,
    row.valuesHash,
    ...(row.machine === null ? [] : [row.machine]),
  ]);

/**
 * Computes the salted hash of the values of an audit entry. Because of the salt, nobody can find deleted values by
 * trying names.
 */
export const computeValuesHash = ({ salt, before, after }: AuditValues): string => hashOf([salt, before, after]);

/** The values of an audit entry without values. No row is stored for them. */
export const emptyAuditValues: AuditValues = { salt: null, before: null, after: null };

const hashOf = (values_: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values_)).digest('hex');
