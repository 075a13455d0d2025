import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The condition that a column of normalised text contains a normalised word. The wildcards of LIKE in the word are escaped. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`%${word.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;
