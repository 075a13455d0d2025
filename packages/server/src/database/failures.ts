import { snakeCase } from './names.ts';
import { createUniqueName } from './statements.ts';

/** The database could not do this in time; the same request may succeed in a moment (503 with Retry-After). */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}

/** The disk of the database is full or failing: nothing was written, and it may work again when an operator has seen to the disk. */
export class DiskFault extends DatabaseBusy {}

/** The database cannot be used in its current state; the message is one sentence for the operator and says what to do. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/**
 * Whether a write failed because a row with these values already exists, on either database. With `table` and `columns`, whether that
 * constraint was violated. On PostgreSQL the transaction is aborted after it: catch the error outside of `transact`, or use `on conflict do
 * nothing`.
 */
export function isUniqueViolation(error: unknown, table?: string, columns: readonly string[] = []): boolean {
  const clash = findUniqueConstraint(error);
  if (clash === null || table === undefined) return clash !== null;
  const stored = snakeCase(table);
  return clash === createUniqueName(stored, columns.map(snakeCase)) || clash === `${stored}_pkey`;
}

type DriverError = { code: unknown; errcode: unknown; constraint: unknown; message: string };

function findUniqueConstraint(error: unknown): string | null {
  if (!isDriverError(error)) return null;
  if (error.code === '23505') return String(error.constraint);
  if (error.errcode === sqliteUnique) return toConstraintName(error.message);
  if (error.errcode === sqlitePrimaryKey) return `${/: (\w+)\./.exec(error.message)?.[1]}_pkey`;
  return null;
}

const sqliteUnique = 2067;
const sqlitePrimaryKey = 1555;

/** `UNIQUE constraint failed: a.x, a.y` as the name of the constraint on PostgreSQL. */
function toConstraintName(message: string): string {
  const columns = [...message.matchAll(/(\w+)\.(\w+)/g)];
  return createUniqueName(
    columns[0]?.[1] ?? '',
    columns.map((column) => column[2] ?? ''),
  );
}

const isDriverError = (error: unknown): error is DriverError => error instanceof Error && 'code' in error;
