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
