import type { Trx } from '../database/foundation.ts';
import { recordAudit, type AuditEntry } from './audit/audit.ts';
import type { CallContext } from './http/mount.ts';
import { problem, invalid } from './problem.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';

/** The actor of a change, its request, and its time (Unix milliseconds). */
export type WriteContext = Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>;

/** The context of a function that changes a record, and then reads the record outside of the transaction. */
export type WriteAndReadContext = WriteContext & Pick<CallContext, 'db'>;

type Changes<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** Returns the fields of a record after a change. A field that the change leaves out keeps its value. */
export function applyChanges<Fields extends object>(current: Fields, changes: Changes<Fields>): Fields {
  const sentFields = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.assign({}, current, Object.fromEntries(sentFields));
}

/** Throws STALE if the client has read another version of the record than the current one. A client may leave the version out. */
export function requireCurrentVersion(record: { version: number }, readVersion: number | undefined): void {
  if (readVersion !== undefined && readVersion !== record.version) throw problem('STALE');
}

/** The actor, the request and the time of a change, from which an audit entry is created. */
export type AuditWriter = Omit<WriteContext, 'database'>;

type AuditedChange = Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'>;

/** Records the audit entry of a change. After this call, the transaction may only add e-mails to the outbox. */
export const recordAction = (trx: Trx, writer: AuditWriter, change: AuditedChange): Promise<void> =>
  recordAudit(trx, createAuditEntry(writer, change));

/** Creates an audit entry without storing it, for callers that store many entries at once. */
export const createAuditEntry = ({ actor, origin, at }: AuditWriter, change: AuditedChange): AuditEntry => ({
  at,
  actorId: actor.userId,
  requestId: origin.requestId,
  ...change,
});

/**
 * Returns the id of the person that a body names in one of two fields, such as `salesmanId` and `salesman`; undefined if the body names
 * nobody. A record that a client sends back has the current person in one field, and may have a new person in the other. Throws INVALID for
 * two different new persons.
 */
export function findSentPerson(
  fields: Readonly<Record<string, number | undefined>>,
  currentId?: number,
): number | undefined {
  const sentIds = Object.values(fields).filter((id) => id !== undefined);
  const newIds = new Set(sentIds.filter((id) => id !== currentId));
  if (newIds.size > 1)
    throw invalid(Object.fromEntries(Object.keys(fields).map((name) => [name, serverMessages.twoPeople])));
  return [...newIds, ...sentIds][0];
}
