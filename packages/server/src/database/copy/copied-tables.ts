import type { Column } from '../columns.ts';
import { migrations } from '../migrations.ts';
import type { CreateTable, Step } from '../statements.ts';

/** A table as a copy of the database needs it; all names are those of the database. */
export type CopiedTable = {
  name: string;
  columns: readonly string[];
  /** The columns of the primary key, by which the rows are ordered. */
  key: readonly string[];
  hasGeneratedId: boolean;
  /** The columns that refer to rows of the same table. */
  selfReferences: readonly string[];
};

/** Each database computes these itself: where its search index ends, and which letters are common. */
const computed = new Set(['search_indexes', 'search_terms']);

/** Every table after the last migration, each after those that it refers to. */
export const copiedTables: readonly CopiedTable[] = orderByReference(declareTables());

type Declared = CreateTable & { columns: Record<string, Column> };

function declareTables(): Declared[] {
  const steps = migrations.flatMap((migration): readonly Step[] => migration.steps);
  const dropped = new Set(steps.flatMap((step) => (step.do === 'dropTable' ? [step.table] : [])));
  const added = (table: string) =>
    steps.flatMap((step) =>
      step.do === 'addColumn' && step.table === table ? [[step.name, step.column] as const] : [],
    );
  return steps
    .filter((step) => step.do === 'createTable')
    .filter(({ table }) => !dropped.has(table) && !computed.has(table))
    .map((step) => ({ ...step, columns: { ...step.columns, ...Object.fromEntries(added(step.table)) } }));
}

function orderByReference(declared: readonly Declared[]): CopiedTable[] {
  const ordered: Declared[] = [];
  const waiting = new Set(declared);
  while (waiting.size > 0) {
    const ready = [...waiting].filter((table) => !otherTargets(table).some((name) => isAmong(waiting, name)));
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle');
    for (const table of ready) waiting.delete(table);
    ordered.push(...ready);
  }
  return ordered.map(toCopied);
}

function isAmong(tables: Iterable<Declared>, name: string): boolean {
  return [...tables].some(({ table }) => table === name);
}

function otherTargets({ table, columns }: Declared): string[] {
  const targets = Object.values(columns).flatMap(({ references }) => references?.table ?? []);
  return targets.filter((target) => target !== table);
}

function toCopied({ table, columns, primary }: Declared): CopiedTable {
  const all = Object.entries(columns);
  const namesOf = (fits: (column: Column) => boolean) => all.filter(([, column]) => fits(column)).map(([name]) => name);
  return {
    name: table,
    columns: all.map(([name]) => name),
    key: primary ?? namesOf((column) => column.primary === true || column.word === 'id'),
    hasGeneratedId: namesOf((column) => column.word === 'id').length > 0,
    selfReferences: namesOf((column) => column.references?.table === table),
  };
}
