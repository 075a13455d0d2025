import { createHash } from 'node:crypto';
import type { Row } from '#server/database/schema.ts';

/** The first entry of the chain of hashes has no previous entry, and has this value as its previous hash. */
export const hashBeforeFirstEntry = '0'.repeat(64);

/**
 * The values before and after the change of an audit entry. They have their own table, because they are deleted with
 * the person that they are about.
 */
export type AuditValues = Pick<Row<'auditValues'>, 'salt' | 'before' | 'after'>;

/**
 * Computes the hash of an audit entry, which also covers all entries before it. In format 2, the hash is SHA-256 of a
 * JSON array of the number 2, the previous hash and every column, in this order. The column `valuesHash` is the salted
 * hash of the values, so the hash of the entry can still be computed after the values are deleted. An entry without
 * `valuesHash` has format 1 (before migration 0020): its hash covers the values themselves.
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

/**
 * Computes the salted hash of the values of an audit entry. Because of the salt, nobody can find deleted values by
 * trying names.
 */
export const computeValuesHash = ({ salt, before, after }: AuditValues): string => hashOf([salt, before, after]);

/** The values of an audit entry without values. No row is stored for them. */
export const emptyAuditValues: AuditValues = { salt: null, before: null, after: null };

/**
 * Computes the hash of the columns of an audit entry of format 1, without its values. When the values are deleted, the
 * audit entry of the deletion contains this hash, so that a change of the old entry is still detected.
 */
export const computeColumnsHash = (row: Row<'audit'>): string =>
  hashOf([row.id, row.at, row.actorId, row.requestId, row.action, row.subjectKind, row.subjectId]);

const hashOf = (values_: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values_)).digest('hex');
