import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Whether a column of folded text contains a folded word, as it stands: the wild cards of LIKE lose their meaning. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`%${word.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;
