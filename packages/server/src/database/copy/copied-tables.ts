import type { Column } from '../columns.ts';
import { migrations } from '../migrations.ts';
import type { CreateTable, Step } from '../statements.ts';

/** Describes a table for the copy of a database. All names are those in the database (snake_case). */
export type CopiedTable = {
  name: string;
  columns: readonly string[];
  /** The columns of the primary key, by which the rows are ordered. */
  key: readonly string[];
  hasGeneratedId: boolean;
  /** The columns that refer to rows of the same table. */
  selfReferences: readonly string[];
};

/** These tables are not copied, because each database computes them itself: the state of its search index, and the common letters. */
const computedTables = new Set(['search_indexes', 'search_terms']);

/** All tables of the newest version. A table comes after the tables that it refers to. */
export const copiedTables: readonly CopiedTable[] = orderByReference(declareTables());

type DeclaredTable = CreateTable & { columns: Record<string, Column> };

function declareTables(): DeclaredTable[] {
  const steps = migrations.flatMap((migration): readonly Step[] => migration.steps);
  const droppedTables = new Set(steps.flatMap((step) => (step.do === 'dropTable' ? [step.table] : [])));
  const addedColumns = (table: string) =>
    steps.flatMap((step) =>
      step.do === 'addColumn' && step.table === table ? [[step.name, step.column] as const] : [],
    );
  return steps
    .filter((step) => step.do === 'createTable')
    .filter(({ table }) => !droppedTables.has(table) && !computedTables.has(table))
    .map((step) => ({ ...step, columns: { ...step.columns, ...Object.fromEntries(addedColumns(step.table)) } }));
}

function orderByReference(declaredTables: readonly DeclaredTable[]): CopiedTable[] {
  const orderedTables: DeclaredTable[] = [];
  const remainingTables = new Set(declaredTables);
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

function toCopiedTable({ table, columns, primary }: DeclaredTable): CopiedTable {
  const columnEntries = Object.entries(columns);
  const columnNamesWhere = (matches: (column: Column) => boolean) =>
    columnEntries.filter(([, column]) => matches(column)).map(([name]) => name);
  return {
    name: table,
    columns: columnEntries.map(([name]) => name),
    key: primary ?? columnNamesWhere((column) => column.primary === true || column.columnType === 'id'),
    hasGeneratedId: columnNamesWhere((column) => column.columnType === 'id').length > 0,
    selfReferences: columnNamesWhere((column) => column.references?.table === table),
  };
}
