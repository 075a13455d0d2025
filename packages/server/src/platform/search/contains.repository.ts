import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { part } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';

/** Whether a column of folded text contains a folded word literally: the wild cards of LIKE are escaped. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${patternOf(word)} escape '!'`;

/** The same for statements that are put together from fragments. SQLite compares bytes faster than it matches a pattern. */
export const containsWord = (db: Db, column: Fragment, word: string): Fragment =>
  dialectOf(db) === 'postgres'
    ? part`${column} like ${patternOf(word)} escape '!'`
    : part`instr(${column}, ${word}) > 0`;

const patternOf = (word: string): string => `%${word.replaceAll(/[!%_]/g, '!$&')}%`;
