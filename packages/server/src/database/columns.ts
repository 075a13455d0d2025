/**
 * The words that a column can be made of. A migration speaks only these; each dialect says in its own file what they are there.
 * `id`: given by the database, never twice, up to 2^31 - 1. `integer`: up to 2^31 - 1. `bits`: 32 of them, unsigned.
 * `moment`: Unix milliseconds. `day`: YYYY-MM-DD. `flag`: 0 or 1. `text`, `json`: compared byte by byte.
 * `bytesHex`: a fixed number of bytes as lower-case hex digits.
 */
export type ColumnWord = 'id' | 'integer' | 'bits' | 'moment' | 'day' | 'flag' | 'text' | 'json' | 'bytesHex';

export type Column = {
  word: ColumnWord;
  optional?: true;
  unique?: true;
  primary?: true;
  /** The table, and the column in brackets; what happens to this row when that one goes is `refuse` unless it is said. */
  references?: { table: string; column: string; whenGone: 'refuse' | 'delete' | 'clear' };
  check?: (column: string) => string;
  byDefault?: string | number;
};

export const id: Column = { word: 'id' };
export const integer: Column = { word: 'integer' };
export const moment: Column = { word: 'moment' };
export const text: Column = { word: 'text' };
export const json: Column = { word: 'json' };
export const bits: Column = { word: 'bits', check: (name) => `${name} between 0 and 4294967295` };
export const day: Column = { word: 'day', check: (name) => `length(${name}) = 10` };
export const flag: Column = { word: 'flag', check: (name) => `${name} in (0, 1)` };

export const bytesHex = (bytes: number): Column => ({
  word: 'bytesHex',
  check: (name) => `length(${name}) = ${bytes * 2} and ${name} = lower(${name})`,
});

/** Text that is one of the words given. */
export const oneOf = (...words: readonly string[]): Column => ({
  word: 'text',
  check: (name) => `${name} in (${words.map(literal).join(', ')})`,
});

/** A whole number between two, both included. */
export const between = (least: number, most: number): Column => ({
  word: 'integer',
  check: (name) => `${name} between ${least} and ${most}`,
});

export const optional = (column: Column): Column => ({ ...column, optional: true });
export const unique = (column: Column): Column => ({ ...column, unique: true });
export const primary = (column: Column): Column => ({ ...column, primary: true });
export const byDefault = (value: string | number, column: Column): Column => ({ ...column, byDefault: value });

/** A column that names a row of another table, which can then not be deleted. */
export const references = (target: `${string}.${string}`, column: Column = integer): Column => {
  const [table = '', named = ''] = target.split('.');
  return { ...column, references: { table, column: named, whenGone: 'refuse' } };
};

/** The same, but this row goes with that one. */
export const belongsTo = (target: `${string}.${string}`, column: Column = integer): Column =>
  whenGone('delete', references(target, column));

/** The same, but this column is emptied when that row goes. */
export const mentions = (target: `${string}.${string}`, column: Column = integer): Column =>
  optional(whenGone('clear', references(target, column)));

function whenGone(what: 'delete' | 'clear', column: Column): Column {
  return column.references ? { ...column, references: { ...column.references, whenGone: what } } : column;
}

export type Value = string | number | null;

/** A value as SQL text; both dialects double the quote and know no other escape. */
export const literal = (value: Value): string => {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
};
