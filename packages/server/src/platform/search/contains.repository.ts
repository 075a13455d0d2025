import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Whether a column of folded text contains a folded word literally: the wild cards of LIKE are escaped. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`%${word.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;
