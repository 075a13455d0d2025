import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ColumnRule, Joining, TableName } from './declaration.ts';
import { personalData } from './tables.ts';

/** A table with rows about people. `isAbout` is the condition that a row is about this person. */
export type PersonalTable = {
  table: TableName;
  erasing: 'delete' | 'empty' | 'apart';
  joining: Joining;
  /** The column with the id of the person, in this table or in the one that it refers to. */
  column: string;
  columns: ReadonlyMap<string, ColumnRule>;
  isAbout: (personId: number) => RawBuilder<boolean>;
};

/** All tables with rows about people. */
export const personalTables: readonly PersonalTable[] = Object.entries(personalData).flatMap(([name, declaration]) => {
  if (declaration.person === null || !isTable(name)) return [];
  const { person, erasing, joining, columns } = declaration;
  const column = sql.ref(`${name}.${person.column}`);
  const isAbout = (personId: number) => {
    const isPerson = sql<boolean>`${column} = ${personId}`;
    if ('through' in person)
      return sql<boolean>`${column} in (select id from ${sql.table(person.through)} where user_id = ${personId})`;
    if ('orValuesOf' in person)
      return sql<boolean>`(${isPerson} or id in (select audit_id from audit_values where person_id = ${personId}))`;
    return isPerson;
  };
  return [
    {
      table: name,
      erasing,
      joining,
      column: person.column,
      columns: new Map<string, ColumnRule>(Object.entries(columns)),
      isAbout,
    },
  ];
});

function isTable(name: string): name is TableName {
  return name in personalData;
}
