import { createHash } from 'node:crypto';
import type { Row } from '#server/database/schema.ts';

/** The value that the first entry of the chain has as the hash of its previous entry. */
export const firstHash = '0'.repeat(64);

/** The values of an entry. The values are stored in their own table, because they are deleted with the person that they are about. */
export type AuditValues = Pick<Row<'auditValues'>, 'salt' | 'before' | 'after'>;

/**
 * Computes the hash of an entry, which also covers all entries before it. Format 2: SHA-256 of the number 2, the previous hash and every
 * column as a JSON array in this order; it covers the values by their salted hash, so that it can still be computed after they are deleted.
 * An entry without `valuesHash` has format 1 (before migration 0020): its hash covers the values themselves.
 */
export function computeAuditHash(previousHash: string, row: Row<'audit'>, auditValues: AuditValues | null): string {
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
    ? hashOf([...columns, auditValues?.before ?? null, auditValues?.after ?? null])
    : hashOf([2, ...columns, row.valuesHash]);
}

/** Computes the hash of the values of an entry. Because of the salt, nobody can find deleted values by trying names. */
export const computeValuesHash = ({ salt, before, after }: AuditValues): string => hashOf([salt, before, after]);

/** The values of an entry without values, for which no row is stored. */
export const emptyValues: AuditValues = { salt: null, before: null, after: null };

/**
 * Computes the hash of the columns of an entry of format 1 without its values. When the values are deleted, the audit entry of the deletion
 * contains this hash, so that the entry still cannot be changed.
 */
export const computeColumnsHash = (row: Row<'audit'>): string =>
  hashOf([row.id, row.at, row.actorId, row.requestId, row.action, row.subjectKind, row.subjectId]);

const hashOf = (values_: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values_)).digest('hex');
