import { createHash } from 'node:crypto';
import type { Row } from '#server/database/schema.ts';

/** The hash before the first entry. */
export const firstHash = '0'.repeat(64);

/** The values of an entry, apart from the entry: they are deleted with the person whom they are about. */
export type AuditValues = Pick<Row<'auditValues'>, 'salt' | 'before' | 'after'>;

/**
 * The hash of an entry and of all before it. Format 2: SHA-256 of the number 2, the previous hash and every column as a JSON array in this
 * order; it covers the values by their salted hash, so that it can be computed again when they are deleted. An entry without `valuesHash` has
 * format 1 (before migration 0020): its hash covers the values themselves.
 */
export function auditHash(previousHash: string, row: Row<'audit'>, values: AuditValues | null): string {
  const columns = [
    previousHash,
    row.id,
    row.at,
    row.actorId,
    row.requestId,
    row.action,
    row.subjectKind,
    row.subjectId,
  ];
  return row.valuesHash === null
    ? digest([...columns, values?.before ?? null, values?.after ?? null])
    : digest([2, ...columns, row.valuesHash]);
}

/** The hash of an entry's values: the salt keeps anybody from finding deleted values by trying names. */
export const valuesHashOf = ({ salt, before, after }: AuditValues): string => digest([salt, before, after]);

/** The values of an entry that has none; they have no row. */
export const noValues: AuditValues = { salt: null, before: null, after: null };

/**
 * What an entry of format 1 is bound by when its values are deleted: the entry about the deletion contains this hash of all its other columns.
 */
export const columnsHashOf = (row: Row<'audit'>): string =>
  digest([row.id, row.at, row.actorId, row.requestId, row.action, row.subjectKind, row.subjectId]);

const digest = (said: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(said)).digest('hex');
