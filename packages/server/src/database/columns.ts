import type { Generated, GeneratedAlways } from 'kysely';

/**
 * The words that a column can be made of. A migration uses only these; each dialect says in its own file what they are there.
 * `id`: given by the database, never twice, up to 2^31 - 1. `integer`: up to 2^31 - 1. `bits`: 32 of them, unsigned.
 * `moment`: Unix milliseconds. `day`: YYYY-MM-DD. `flag`: 0 or 1. `text`, `json`: compared byte by byte.
 * `bytesHex`: a fixed number of bytes as lower-case hex digits.
 */
export type ColumnWord = 'id' | 'integer' | 'bits' | 'moment' | 'day' | 'flag' | 'text' | 'json' | 'bytesHex';

/** A column of a table. `Held` is its type in TypeScript; the row types of `schema.ts` are made of it. */
export type Column<Held = unknown> = {
  word: ColumnWord;
  optional?: true;
  unique?: true;
  primary?: true;
  /** The table, and the column in brackets; what happens to this row when that one goes is `refuse` unless it is said. */
  references?: { table: string; column: string; whenGone: 'refuse' | 'delete' | 'clear' };
  check?: (column: string) => string;
  byDefault?: string | number;
  /** For the compiler alone: no column has it. */
  holds?: Held;
};

/** Given by the database and never twice, also after deletion. */
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

/** Lower-case hex digits of so many bytes. */
export const bytesHex = (bytes: number): Column<string> => ({
  word: 'bytesHex',
  check: (name) => `length(${name}) = ${bytes * 2} and ${name} = lower(${name})`,
});

/** Text that is one of the words given. */
export const oneOf = <const Word extends string>(...words: readonly Word[]): Column<Word> => ({
  word: 'text',
  check: (name) => `${name} in (${words.map(literal).join(', ')})`,
});

/** A whole number between two, both included. */
export const between = (least: number, most: number): Column<number> => ({
  word: 'integer',
  check: (name) => `${name} between ${least} and ${most}`,
});

/** May be null; a new row need not name it. */
export const optional = <Held>(column: Column<Held>): Column<Held | null> => ({ ...column, optional: true });
export const unique = <Held>(column: Column<Held>): Column<Held> => ({ ...column, unique: true });
export const primary = <Held>(column: Column<Held>): Column<Held> => ({ ...column, primary: true });
/** A new row need not name it. */
export function byDefault<Held extends string | number>(
  value: NoInfer<Held>,
  column: Column<Held>,
): Column<Generated<Held>> {
  const { holds: _, ...rest } = column;
  return { ...rest, byDefault: value };
}

/** A column that names a row of another table, which can then not be deleted. */
export function references(target: Target): Column<number>;
export function references<Held>(target: Target, column: Column<Held>): Column<Held>;
export function references(target: Target, column: Column = integer): Column {
  return referring('refuse', target, column);
}

/** The same, but this row goes with that one. */
export function belongsTo(target: Target): Column<number>;
export function belongsTo<Held>(target: Target, column: Column<Held>): Column<Held>;
export function belongsTo(target: Target, column: Column = integer): Column {
  return referring('delete', target, column);
}

/** The same, but this column is emptied when that row goes. */
export const mentions = (target: Target): Column<number | null> => optional(referring('clear', target, integer));

type Target = `${string}.${string}`;
type WhenGone = NonNullable<Column['references']>['whenGone'];

function referring<Held>(whenGone: WhenGone, target: Target, column: Column<Held>): Column<Held> {
  const [table = '', named = ''] = target.split('.');
  return { ...column, references: { table, column: named, whenGone } };
}

export type Value = string | number | null;

/** A value as SQL text; both dialects double the quote and know no other escape. */
export const literal = (value: Value): string => {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
};
