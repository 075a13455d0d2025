import { CompiledQuery, sql, PostgresAdapter } from 'kysely';
import type { QueryResult } from 'kysely';
import { hasOtherPlugins } from './compiled-queries.ts';
import type { Db } from '../foundation.ts';
import { snakeCase } from '../columns.ts';

/**
 * A part of an SQL statement: its text and its values. For each statement, Kysely's own `sql` builds a tree of all parts, from which it
 * writes the text. For a list of users, this took as long as reading the page from the database. Joining fragments only joins their texts.
 * A value may be an expression of Kysely, such as a condition that is also used in queries of Kysely.
 */
export type Fragment = { texts: readonly string[]; values: readonly unknown[] };

/** A template: fragments in it become part of the text, everything else becomes a value of the statement. */
export function fragment(template: TemplateStringsArray, ...pieces: readonly unknown[]): Fragment {
  const texts = [template[0] ?? ''];
  const values: unknown[] = [];
  for (const [at, each] of pieces.entries()) {
    if (isFragment(each)) append(texts, values, each);
    else {
      values.push(each);
      texts.push('');
    }
    texts[texts.length - 1] += template[at + 1] ?? '';
  }
  return { texts, values };
}

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && 'texts' in value && 'values' in value;

function append(
  texts: string[],
  values: unknown[],
  { texts: [first = '', ...rest], values: innerValues }: Fragment,
): void {
  texts[texts.length - 1] += first;
  texts.push(...rest);
  values.push(...innerValues);
}

/** Text that is SQL already. The text must not contain anything that a client has sent. */
export const rawSql = (sqlText: string): Fragment => ({ texts: [sqlText], values: [] });

/**
 * A limit as text of the statement. SQLite would prepare a statement with `limit ?` again for each run, because the query plan depends on
 * the value of the limit. Preparing can take longer than reading the page.
 */
export function limitTo(rowCount: number): Fragment {
  if (!Number.isSafeInteger(rowCount)) throw new TypeError('a limit of a statement is not an integer');
  return rawSql(`limit ${rowCount}`);
}

/** A table, or a column as `table.column`, by its name in code. */
export function quoteName(nameInCode: string): Fragment {
  const knownName = quotedNames.get(nameInCode);
  if (knownName) return knownName;
  const quotedParts = nameInCode.split('.').map((namePart) => `"${snakeCase(namePart)}"`);
  const quotedName = rawSql(quotedParts.join('.'));
  quotedNames.set(nameInCode, quotedName);
  return quotedName;
}

/** The cache needs no limit: names come only from code, so there are few. */
const quotedNames = new Map<string, Fragment>();

export function joinFragments(pieces: readonly unknown[], separator = ', '): Fragment {
  const texts = [''];
  const values: unknown[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) texts[texts.length - 1] += separator;
    append(texts, values, isFragment(piece) ? piece : { texts: ['', ''], values: [piece] });
  }
  return { texts, values };
}

/**
 * Runs a statement and returns its rows. If the statement contains expressions of Kysely, or if a test adds plugins, the statement is built
 * as a query of Kysely, which takes longer.
 */
export const runFragment = async <Row>(db: Db, { texts, values }: Fragment): Promise<Row[]> => {
  const query =
    hasOtherPlugins(db) || values.some(isKyselyExpression)
      ? sql<Row>(Object.assign([...texts], { raw: texts }), ...values).compile(db)
      : CompiledQuery.raw(writeSql(texts, dialectOf(db)), [...values]);
  const { rows }: QueryResult<Row> = await db.executeQuery(query);
  return rows;
};

const isKyselyExpression = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value;

const writeSql = (texts: readonly string[], dialect: ReturnType<typeof dialectOf>): string =>
  dialect === 'sqlite'
    ? texts.join('?')
    : texts.map((text, index) => (index === 0 ? text : `$${index}${text}`)).join('');

/** Returns the kind of database, for the few statements that the query planners of the two databases need in different forms. */
export const dialectOf = (db: Db): 'postgres' | 'sqlite' =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
