import { declaredTables, listPrimaryKeyColumns, type DeclaredTable } from '../declared-tables.ts';

/** Describes a table for the copy of a database. All names are those in the database (snake_case). */
export type CopiedTable = {
  name: string;
  columns: readonly string[];
  /** The columns of the primary key, by which the rows are ordered. */
  key: readonly string[];
  hasGeneratedId: boolean;
};

/** The tables of the lists of users and requests that are not copied: `fillLists` computes them from the others. */
export const computedLists: readonly { name: string }[] = ['user', 'request'].flatMap((one) =>
  ['_groups', 's', '_tags', '_tag_counts'].map((end) => ({ name: `listed_${one}${end}` })),
);

/**
 * The tables that are not copied, because each database computes their rows itself: lists, and how many rows of a sample contain each search
 * term.
 */
const computedTables = new Set(['search_terms', ...computedLists.map(({ name }) => name)]);

/** All tables of the newest version. A table comes after the tables that it refers to. */
export const copiedTables: readonly CopiedTable[] = orderByReference(
  declaredTables.filter(({ table }) => !computedTables.has(table)),
);

function orderByReference(tables: readonly DeclaredTable[]): CopiedTable[] {
  const orderedTables: DeclaredTable[] = [];
  const remainingTables = new Set(tables);
  while (remainingTables.size > 0) {
    const insertableTables = [...remainingTables].filter(
      (table) => !listReferencedTables(table).some((name) => containsTable(remainingTables, name)),
    );
    if (insertableTables.length === 0) throw new Error('the tables refer to each other in a circle');
    for (const table of insertableTables) remainingTables.delete(table);
    orderedTables.push(...insertableTables);
  }
  return orderedTables.map(toCopiedTable);
}

function containsTable(tables: Iterable<DeclaredTable>, name: string): boolean {
  return [...tables].some(({ table }) => table === name);
}

function listReferencedTables({ table, columns }: DeclaredTable): string[] {
  const tables = Object.values(columns).flatMap(({ references }) => references?.table ?? []);
  return tables.filter((referencedTable) => referencedTable !== table);
}

function toCopiedTable(declaredTable: DeclaredTable): CopiedTable {
  const { table, columns } = declaredTable;
  return {
    name: table,
    columns: Object.keys(columns),
    key: listPrimaryKeyColumns(declaredTable),
    hasGeneratedId: Object.values(columns).some(({ columnType }) => columnType === 'id'),
  };
}
