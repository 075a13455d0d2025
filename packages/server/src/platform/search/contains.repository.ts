import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { part } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';

/** Whether a column of folded text contains a folded word literally: the wild cards of LIKE are escaped. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${patternOf(word)} escape '!'`;

/** The same for statements that are put together from fragments. */
export const containsWord = (column: Fragment, word: string): Fragment =>
  part`${column} like ${patternOf(word)} escape '!'`;

const patternOf = (word: string): string => `%${word.replaceAll(/[!%_]/g, '!$&')}%`;
