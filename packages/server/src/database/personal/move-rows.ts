import { sql } from 'kysely';
import type { Trx } from '../foundation.ts';
import type { TableName } from './declaration.ts';
import { personalTables, type PersonalTable } from './rows-of-person.ts';

type Accounts = { from: number; to: number };

/**
 * Moves the rows of an account to another account of the same person, as `personalData` declares it, and returns the number of moved rows by
 * table. The other rows are erased with the account (`erase-rows.ts`).
 */
export async function moveRows(trx: Trx, accounts: Accounts): Promise<Partial<Record<TableName, number>>> {
  const movedCounts: Partial<Record<TableName, number>> = {};
  for (const table of personalTables) {
    const condition = createCondition(table, accounts);
    if (condition === null) continue;
    const column = sql.ref(table.column);
    // The statements run one after the other, because a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop
    const { numAffectedRows } = await sql`
      update ${sql.table(table.table)} set ${column} = ${accounts.to} where ${condition}`.execute(trx);
    movedCounts[table.table] = Number(numAffectedRows ?? 0);
  }
  return movedCounts;
}

/** Creates the condition for the rows that move; null if no row of the table moves. */
function createCondition({ table, column, joining, isAbout }: PersonalTable, { from, to }: Accounts) {
  if (joining === 'moves') return isAbout(from);
  if (typeof joining === 'string') return null;
  const equalities = joining.unlessKept.map((name) => sql`and kept.${sql.ref(name)} = ${sql.ref(`${table}.${name}`)}`);
  return sql<boolean>`${isAbout(from)} and not exists (
    select 1 from ${sql.table(table)} as kept where kept.${sql.ref(column)} = ${to} ${sql.join(equalities, sql` `)})`;
}
