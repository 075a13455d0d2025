import type { Generated, GeneratedAlways } from 'kysely';
import * as z from 'zod/mini';

/**
 * The types of a column. A migration uses only the types of this list; each dialect maps them to its own types in its own file. `id`:
 * assigned by the database, never reused, up to 2^31 - 1, or 2^53 - 1 in the tables of the migration 0031. `integer`: up to 2^31 - 1. `bigInteger`: up to 2^53 - 1. `bits`: 32 bits, unsigned.
 * `moment`: Unix milliseconds. `day`: YYYY-MM-DD. `flag`: 0 or 1. `text`, `json`: compared byte by byte. `bytesHex`: a fixed number of bytes as lower-case
 * hex digits.
 */
export type ColumnTypeName =
  | 'id'
  | 'integer'
  | 'bigInteger'
  | 'bits'
  | 'moment'
  | 'day'
  | 'flag'
  | 'text'
  | 'json'
  | 'bytesHex';

/** A column of a table. `Type` is the TypeScript type of the values of the column, from which the row types of `schema.ts` are derived. */
export type Column<Type = unknown> = {
  columnType: ColumnTypeName;
  optional?: true;
  unique?: true;
  primary?: true;
  /** The column of another table to which this column refers. `onDelete` says what happens when the referenced row is deleted. */
  references?: { table: string; column: string; onDelete: 'refuse' | 'delete' | 'clear' };
  check?: (column: string) => string;
  defaultValue?: string | number;
  /**
   * The property `valueType` is only for the compiler, which infers the type of a value from it. No column has this property at run time.
   */
  valueType?: Type;
};

/** The id of a row: the database assigns it and never reuses it, even after a deletion. */
export const id: Column<GeneratedAlways<number>> = { columnType: 'id' };
export const integer: Column<number> = { columnType: 'integer' };
export const bigInteger: Column<number> = { columnType: 'bigInteger' };
/** Unix milliseconds. */
export const moment: Column<number> = { columnType: 'moment' };
export const text: Column<string> = { columnType: 'text' };
/** JSON text; the reader parses it. */
export const json: Column<string> = { columnType: 'json' };
export const bits: Column<number> = { columnType: 'bits', check: (name) => `${name} between 0 and 4294967295` };
/** YYYY-MM-DD. */
export const day: Column<string> = { columnType: 'day', check: (name) => `length(${name}) = 10` };
export const flag: Column<0 | 1> = { columnType: 'flag', check: (name) => `${name} in (0, 1)` };

/** Lower-case hex digits of a fixed number of bytes. */
export const bytesHex = (bytes: number): Column<string> => ({
  columnType: 'bytesHex',
  check: (name) => `length(${name}) = ${bytes * 2} and ${name} = lower(${name})`,
});

export const oneOfTexts = <const Text extends string>(...texts: readonly Text[]): Column<Text> => ({
  columnType: 'text',
  check: (name) => `${name} in (${texts.map(toSqlLiteral).join(', ')})`,
});

/** An integer within a range, both ends included. */
export const between = (min: number, max: number): Column<number> => ({
  columnType: 'integer',
  check: (name) => `${name} between ${min} and ${max}`,
});

/** The column may be null, and an insert can omit it. */
export const optional = <Type>(column: Column<Type>): Column<Type | null> => ({ ...column, optional: true });
export const unique = <Type>(column: Column<Type>): Column<Type> => ({ ...column, unique: true });
export const primary = <Type>(column: Column<Type>): Column<Type> => ({ ...column, primary: true });
/** The column has a default value, so an insert can omit it. */
export function withDefault<Type extends string | number>(
  value: NoInfer<Type>,
  column: Column<Type>,
): Column<Generated<Type>> {
  const { valueType: _, ...properties } = column;
  return { ...properties, defaultValue: value };
}

/** Declares a foreign key: the referenced row cannot be deleted while this row exists. */
export function references(referencedColumn: ColumnReference): Column<number>;
export function references<Type>(referencedColumn: ColumnReference, column: Column<Type>): Column<Type>;
export function references(referencedColumn: ColumnReference, column: Column = integer): Column {
  return createReference('refuse', referencedColumn, column);
}

/** Declares a foreign key: this row is deleted together with the referenced row. */
export function cascadeReference(referencedColumn: ColumnReference): Column<number>;
export function cascadeReference<Type>(referencedColumn: ColumnReference, column: Column<Type>): Column<Type>;
export function cascadeReference(referencedColumn: ColumnReference, column: Column = integer): Column {
  return createReference('delete', referencedColumn, column);
}

/** Declares a foreign key: this column becomes null when the referenced row is deleted. */
export const setNullReference = (referencedColumn: ColumnReference): Column<number | null> =>
  optional(createReference('clear', referencedColumn, integer));

type ColumnReference = `${string}.${string}`;
type OnDelete = NonNullable<Column['references']>['onDelete'];

function createReference<Type>(
  onDelete: OnDelete,
  referencedColumn: ColumnReference,
  column: Column<Type>,
): Column<Type> {
  const [table = '', columnName = ''] = referencedColumn.split('.');
  return { ...column, references: { table, column: columnName, onDelete } };
}

export type SqlValue = string | number | null;

/** Writes a value as an SQL literal. In both dialects, doubling the quote is the only escape. */
export const toSqlLiteral = (value: SqlValue): string => {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
};

/**
 * Parses a JSON column with a list of texts. Throws for any other value: only the portal writes the column, so another
 * value is a fault.
 */
export const parseTexts = (stored: string): string[] => textsSchema.parse(JSON.parse(stored));

export const parseNumbers = (stored: string): number[] => numbersSchema.parse(JSON.parse(stored));

export const parseObject = (stored: string): Record<string, unknown> => objectSchema.parse(JSON.parse(stored));

const textsSchema = z.array(z.string());
const numbersSchema = z.array(z.number());
const objectSchema = z.record(z.string(), z.unknown());
