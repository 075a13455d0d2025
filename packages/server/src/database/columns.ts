import type { Generated, GeneratedAlways } from 'kysely';

/**
 * The types of a column. A migration uses only these; each dialect maps them to its own types in its own file. `id`: assigned by the database,
 * never reused, up to 2^31 - 1. `integer`: up to 2^31 - 1. `bits`: 32 bits, unsigned. `moment`: Unix milliseconds. `day`: YYYY-MM-DD. `flag`:
 * 0 or 1. `text`, `json`: compared byte by byte. `bytesHex`: a fixed number of bytes as lower-case hex digits.
 */
export type ColumnTypeName = 'id' | 'integer' | 'bits' | 'moment' | 'day' | 'flag' | 'text' | 'json' | 'bytesHex';

/** A column of a table. `Held` is its type in TypeScript; the row types of `schema.ts` are derived from it. */
export type Column<Held = unknown> = {
  word: ColumnTypeName;
  optional?: true;
  unique?: true;
  primary?: true;
  /** The referenced table, with the column in brackets. The default for deleting the referenced row is `refuse`. */
  references?: { table: string; column: string; whenGone: 'refuse' | 'delete' | 'clear' };
  check?: (column: string) => string;
  byDefault?: string | number;
  /** Only for the compiler: no column has this property at run time. */
  holds?: Held;
};

/** Assigned by the database and never reused, even after deletion. */
export const id: Column<GeneratedAlways<number>> = { word: 'id' };
export const integer: Column<number> = { word: 'integer' };
/** Unix milliseconds. */
export const moment: Column<number> = { word: 'moment' };
export const text: Column<string> = { word: 'text' };
/** JSON text; the reader parses it. */
export const json: Column<string> = { word: 'json' };
export const bits: Column<number> = { word: 'bits', check: (name) => `${name} between 0 and 4294967295` };
/** YYYY-MM-DD. */
export const day: Column<string> = { word: 'day', check: (name) => `length(${name}) = 10` };
export const flag: Column<0 | 1> = { word: 'flag', check: (name) => `${name} in (0, 1)` };

/** Lower-case hex digits of a fixed number of bytes. */
export const bytesHex = (bytes: number): Column<string> => ({
  word: 'bytesHex',
  check: (name) => `length(${name}) = ${bytes * 2} and ${name} = lower(${name})`,
});

/** Text that is one of the given values. */
export const oneOfTexts = <const Word extends string>(...words: readonly Word[]): Column<Word> => ({
  word: 'text',
  check: (name) => `${name} in (${words.map(toSqlLiteral).join(', ')})`,
});

/** An integer within a range, both ends included. */
export const between = (least: number, most: number): Column<number> => ({
  word: 'integer',
  check: (name) => `${name} between ${least} and ${most}`,
});

/** May be null; an insert can omit it. */
export const optional = <Held>(column: Column<Held>): Column<Held | null> => ({ ...column, optional: true });
export const unique = <Held>(column: Column<Held>): Column<Held> => ({ ...column, unique: true });
export const primary = <Held>(column: Column<Held>): Column<Held> => ({ ...column, primary: true });
/** An insert can omit it. */
export function withDefault<Held extends string | number>(
  value: NoInfer<Held>,
  column: Column<Held>,
): Column<Generated<Held>> {
  const { holds: _, ...rest } = column;
  return { ...rest, byDefault: value };
}

/** A foreign key. The referenced row cannot be deleted while this row exists. */
export function references(target: Target): Column<number>;
export function references<Held>(target: Target, column: Column<Held>): Column<Held>;
export function references(target: Target, column: Column = integer): Column {
  return createReference('refuse', target, column);
}

/** A foreign key. This row is deleted with the referenced row. */
export function cascadeReference(target: Target): Column<number>;
export function cascadeReference<Held>(target: Target, column: Column<Held>): Column<Held>;
export function cascadeReference(target: Target, column: Column = integer): Column {
  return createReference('delete', target, column);
}

/** A foreign key. This column becomes null when the referenced row is deleted. */
export const setNullReference = (target: Target): Column<number | null> =>
  optional(createReference('clear', target, integer));

type Target = `${string}.${string}`;
type OnDelete = NonNullable<Column['references']>['whenGone'];

function createReference<Held>(whenGone: OnDelete, target: Target, column: Column<Held>): Column<Held> {
  const [table = '', named = ''] = target.split('.');
  return { ...column, references: { table, column: named, whenGone } };
}

export type Value = string | number | null;

/** A value as an SQL literal; in both dialects, doubling the quote is the only escape. */
export const toSqlLiteral = (value: Value): string => {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
};
