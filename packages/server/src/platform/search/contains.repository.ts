import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/foundation.ts';
import { fragment, rawSql } from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';

/** The condition that a column of normalised text contains a normalised word. The wildcards of LIKE in the word are escaped. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${createLikePattern(word)} escape '!'`;

/**
 * The same condition as `contains`, for statements that are built from `Fragment` values. PostgreSQL can look up the word in a trigram
 * index.
 */
export const createLikeCondition = (column: Fragment, word: string): Fragment =>
  fragment`${column} like ${createLikePattern(word)} escape '!'`;

/**
 * The same condition as `createLikeCondition`, for texts that are read without an index. The condition searches for the word and not for a pattern,
 * which is faster on both databases.
 */
export const createContainsCondition = (db: Db, column: Fragment, word: string): Fragment =>
  fragment`${rawSql(dialectOf(db) === 'postgres' ? 'strpos' : 'instr')}(${column}, ${word}) > 0`;

const createLikePattern = (word: string): string => `%${word.replaceAll(/[!%_]/g, '!$&')}%`;
