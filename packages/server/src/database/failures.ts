import { snakeCase } from './names.ts';
import { createUniqueName } from './queries/statements.ts';

/** The database did not answer in time; the same request may succeed in a moment (503 with Retry-After). */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}

/**
 * The disk of the database is full or failing, and nothing was written. A later write can succeed when an operator has repaired the disk or
 * freed space.
 */
export class DiskFault extends DatabaseBusy {}

/** The database cannot be used in its current state; the message is one sentence for the operator and says what to do. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The database cannot be used yet, but perhaps soon: its server starts, has no connection left, or is read-only after a failover. */
export class DatabaseNotReady extends DatabaseUnavailable {}

/**
 * Returns whether a write failed because a row with the same unique values exists. With `table` and `columns`, returns whether their unique
 * constraint was violated. On PostgreSQL, the violation aborts the transaction: catch the error outside of `transact`, or use `on conflict
 * do nothing`.
 */
export function isUniqueViolation(error: unknown, table?: string, columns: readonly string[] = []): boolean {
  const violatedConstraint = findUniqueConstraint(error);
  if (violatedConstraint === null || table === undefined) return violatedConstraint !== null;
  const tableName = snakeCase(table);
  return (
    violatedConstraint === createUniqueName(tableName, columns.map(snakeCase)) ||
    violatedConstraint === `${tableName}_pkey`
  );
}

type DriverError = { code: unknown; errcode: unknown; constraint: unknown; message: string };

function findUniqueConstraint(error: unknown): string | null {
  if (!isDriverError(error)) return null;
  if (error.code === '23505') return String(error.constraint);
  if (error.errcode === sqliteUniqueCode) return toConstraintName(error.message);
  if (error.errcode === sqlitePrimaryKeyCode) return `${/: (\w+)\./.exec(error.message)?.[1]}_pkey`;
  return null;
}

const sqliteUniqueCode = 2067;
const sqlitePrimaryKeyCode = 1555;

/** Converts a message like `UNIQUE constraint failed: a.x, a.y` to the name that the constraint has on PostgreSQL. */
function toConstraintName(message: string): string {
  const columns = [...message.matchAll(/(\w+)\.(\w+)/g)];
  return createUniqueName(
    columns[0]?.[1] ?? '',
    columns.map((column) => column[2] ?? ''),
  );
}

const isDriverError = (error: unknown): error is DriverError => error instanceof Error && 'code' in error;
