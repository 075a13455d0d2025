import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { fragment, rawSql } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';

/** The condition that a column of normalised text contains a normalised word. The wildcards of LIKE in the word are escaped. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${patternOf(word)} escape '!'`;

/** Like `contains`, for statements that are built from `Fragment` values. PostgreSQL can look the word up in an index of trigrams. */
export const isLike = (column: Fragment, word: string): Fragment =>
  fragment`${column} like ${patternOf(word)} escape '!'`;

/** Like `isLike`, for texts that are read without an index. Both databases compare bytes faster than they match a pattern. */
export const hasText = (db: Db, column: Fragment, word: string): Fragment =>
  fragment`${rawSql(dialectOf(db) === 'postgres' ? 'strpos' : 'instr')}(${column}, ${word}) > 0`;

const patternOf = (word: string): string => `%${word.replaceAll(/[!%_]/g, '!$&')}%`;
