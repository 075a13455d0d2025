import { createHash } from 'node:crypto';
import type { Row } from '#server/database/schema.ts';

/** The first entry of the chain of hashes has no previous entry, and has this value as its previous hash. */
export const hashBeforeFirstEntry = '0'.repeat(64);

/**
 * The values before and after the change of an audit entry. They have their own table, because they are deleted with
 * the person that they are about. The salt is null if the entry has no values.
 */
export type AuditValues = Pick<Row<'auditValues'>, 'before' | 'after'> & { salt: string | null };

/**
 * Computes the hash of an audit entry, which also covers all entries before it: SHA-256 of a JSON array of the number 1
 * (the format of the hash), the previous hash and every column, in this order. The column `valuesHash` is the salted
 * hash of the values, so the hash of the entry can still be computed after the values are deleted.
 */
export const computeAuditHash = (previousHash: string, row: Row<'audit'>): string =>
  hashOf([
    1,
    previousHash,
    row.id,
    row.at,
    row.actorId,
    row.requestId,
    row.action,
    row.subjectKind,
    row.subjectId,
    row.valuesHash,
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
