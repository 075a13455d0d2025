import { sql, type RawBuilder } from 'kysely';
import type { ColumnRule, RowsOnJoin, RowsInBin, TableName, Declaration } from './declaration.ts';
import { accountTables } from './account-tables.ts';
import type { ImpersonalTable } from '../schema.ts';
import { impersonalTables } from './impersonal-tables.ts';
import { licenseTables } from './license-tables.ts';

/** A table with rows about people. `isAbout` is the condition that a row is about one of the given people. */
export type PersonalTable = {
  table: TableName;
  erasing: 'delete' | 'empty' | 'apart';
  joining: RowsOnJoin;
  inBin: RowsInBin;
  /** The column with the id of the person, or with the id of a PC or a licence of the person. */
  column: string;
  columns: ReadonlyMap<string, ColumnRule>;
  isAbout: (...personIds: readonly number[]) => RawBuilder<boolean>;
};

/**
 * The only declaration of personal data: which columns of which tables contain personal data. The deletion (`erase-rows.ts`) and the export
 * (`read-rows.ts`) use this declaration. A table or column that is missing here does not compile, unless its migration calls
 * `createImpersonalTable`.
 */
const personalData: { [Table in Exclude<TableName, ImpersonalTable>]: Declaration<Table> } = {
  ...accountTables,
  ...licenseTables,
  ...impersonalTables,
};

/** All tables with rows about people. */
export const personalTables: readonly PersonalTable[] = Object.entries(personalData).flatMap(([name, declaration]) => {
  if (declaration.person === null || !isTable(name)) return [];
  const { person, erasing, joining, inBin, columns } = declaration;
  const column = sql.ref<number>(`${name}.${person.column}`);
  const isAbout = (...personIds: readonly number[]) => {
    const people = sql.join(personIds);
    const isPerson = sql<boolean>`${column} in (${people})`;
    if ('through' in person)
      return sql<boolean>`${column} in (select id from ${sql.table(person.through)} where user_id in (${people}))`;
    if ('orValuesOf' in person)
      return sql<boolean>`(${isPerson} or id in (select audit_id from audit_values where person_id in (${people})))`;
    return isPerson;
  };
  return [
    {
      table: name,
      erasing,
      joining,
      inBin,
      column: person.column,
      columns: new Map<string, ColumnRule>(Object.entries(columns)),
      isAbout,
    },
  ];
});

function isTable(name: string): name is TableName {
  return name in personalData;
}
