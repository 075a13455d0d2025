import type { Column } from './columns.ts';
import { migrations } from './migrations.ts';
import type { CreateTable, MigrationStep } from './queries/statements.ts';

/** A table after the last migration, with the columns that later migrations added. All names are those in the database (snake_case). */
export type DeclaredTable = CreateTable & { columns: Record<string, Column> };

export const declaredTables: readonly DeclaredTable[] = declareTables();

function declareTables(): DeclaredTable[] {
  const steps = migrations.flatMap((migration): readonly MigrationStep[] => migration.steps);
  const droppedTables = new Set(steps.flatMap((step) => (step.do === 'dropTable' ? [step.table] : [])));
  const addedColumns = (table: string) =>
    steps.flatMap((step) =>
      step.do === 'addColumn' && step.table === table ? [[step.name, step.column] as const] : [],
    );
  return steps
    .filter((step) => step.do === 'createTable')
    .filter(({ table }) => !droppedTables.has(table))
    .map((step) => ({ ...step, columns: { ...step.columns, ...Object.fromEntries(addedColumns(step.table)) } }));
}

export const listPrimaryKeyColumns = ({ columns, primary }: DeclaredTable): readonly string[] =>
  primary ??
  Object.entries(columns).flatMap(([name, column]) => (column.primary || column.columnType === 'id' ? [name] : []));
