import type { CallContext } from './http/call-context.ts';
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

/** Finds the fields that differ between two versions of a record, with their values before and after. */
export function findChanges<Fields extends object>(
  before: Fields,
  after: Fields,
): { before: Partial<Fields>; after: Partial<Fields> } {
  const newValues = new Map<string, unknown>(Object.entries(after));
  const changedNames = new Set(
    Object.entries(before)
      .filter(([name, value]) => newValues.get(name) !== value)
      .map(([name]) => name),
  );
  const pickChanged = (fields: Fields): Partial<Fields> =>
    // The entries are those of `fields`, so the object has a part of its fields.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    Object.fromEntries(Object.entries(fields).filter(([name]) => changedNames.has(name))) as Partial<Fields>;
  return { before: pickChanged(before), after: pickChanged(after) };
}

/** Throws STALE if the client has read another version of the record than the current one. A client may leave the version out. */
export function requireCurrentVersion(record: { version: number }, readVersion: number | undefined): void {
  if (readVersion !== undefined && readVersion !== record.version) throw problem('STALE');
}

/**
 * Returns the id that a body has in one of two fields, such as `salesmanId` and `salesman`; undefined if the body has neither. A record that a
 * client sends back has the current id in one field, and may have a new one in the other. Throws INVALID for two different new ids.
 */
export function findSentId(
  fields: Readonly<Record<string, number | undefined>>,
  currentId?: number,
): number | undefined {
  const sentIds = Object.values(fields).filter((id) => id !== undefined);
  const newIds = new Set(sentIds.filter((id) => id !== currentId));
  if (newIds.size > 1)
    throw invalid(Object.fromEntries(Object.keys(fields).map((name) => [name, serverMessages.twoValues])));
  return [...newIds, ...sentIds][0];
}
