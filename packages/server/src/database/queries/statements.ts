import { toSqlLiteral, type Column, type ColumnTypeName, type SqlValue } from '../columns.ts';

/** One step of a migration, as data. The SQL for both dialects and the row types of `schema.ts` are derived from these steps. */
export type MigrationStep = CreateTable | DropTable | AddColumn | CreateIndex | InsertRows | RunSql | RunSqlByDialect;

/**
 * A migration. A migration must not change after its release, because its checksum is compared with the checksum that was stored when the
 * migration ran.
 */
export type Migration = { name: string; steps: readonly MigrationStep[] };

type Columns = Record<string, Column>;
type Keys = { primary?: readonly string[]; unique?: readonly string[][]; checks?: Record<string, string> };

export type CreateTable<Table extends string = string, TableColumns extends Columns = Columns> = Keys & {
  do: 'createTable';
  table: Table;
  columns: TableColumns;
};
export type AddColumn<Table extends string = string, Name extends string = string, Type = unknown> = {
  do: 'addColumn';
  table: Table;
  name: Name;
  column: Column<Type>;
};
export type DropTable<Table extends string = string> = { do: 'dropTable'; table: Table };
type CreateIndex = {
  do: 'createIndex';
  table: string;
  columns: readonly string[];
  unique?: true;
  where?: string;
  name?: string;
};
type InsertRows = { do: 'insertRows'; table: string; rows: readonly Record<string, SqlValue>[] };
type RunSql = { do: 'run'; sql: string };
type RunSqlByDialect = { do: 'runOn'; sql: Record<SqlDialect['dialect'], string> };

/** An SQL dialect: its type names for the types of `columns.ts`, and the text after the closing bracket of a `create table` statement. */
export type SqlDialect = {
  dialect: 'sqlite' | 'postgres';
  types: Record<ColumnTypeName, string>;
  tableEnd: string;
};

export const createTable = <const Table extends string, TableColumns extends Columns>(
  table: Table,
  columns: TableColumns,
  keys: Keys = {},
): CreateTable<Table, TableColumns> => ({ do: 'createTable', table, columns, ...keys });

/**
 * Creates a table without rows about people. If a later migration adds a column, all columns of the table must be declared in
 * `personal/impersonal-tables.ts`.
 */
export const createImpersonalTable = <const Table extends string, TableColumns extends Columns>(
  table: Table,
  columns: TableColumns,
  keys: Keys = {},
) => ({ ...createTable(table, columns, keys), isImpersonal: true }) as const;

/** Drops a table with its indexes. A later table must have another name: the row types are found by name. */
export const dropTable = <const Table extends string>(table: Table): DropTable<Table> => ({ do: 'dropTable', table });

/** Adds a column to a table that may have rows, so the column must be optional or have a default value. */
export const addColumn = <const Table extends string, const Name extends string, Type>(
  table: Table,
  name: Name,
  column: Column<Type>,
): AddColumn<Table, Name, Type> => ({ do: 'addColumn', table, name, column });

export const createIndex = (table: string, ...columns: readonly string[]): CreateIndex => ({
  do: 'createIndex',
  table,
  columns,
});

/** An index of many columns, with a name that fits into the 63 characters of PostgreSQL. */
export const createNamedIndex = (name: string, table: string, columns: readonly string[]): CreateIndex => ({
  do: 'createIndex',
  table,
  columns,
  name,
});

/** An index over only the rows that match `where`. */
export const createPartialIndex = (table: string, columns: readonly string[], where: string): CreateIndex => ({
  do: 'createIndex',
  table,
  columns,
  where,
});

/** A unique index over only the rows that match `where`. */
export const createUniqueIndex = (table: string, columns: readonly string[], where: string): CreateIndex => ({
  do: 'createIndex',
  table,
  columns,
  unique: true,
  where,
});

export const insertRows = (table: string, rows: readonly Record<string, SqlValue>[]): InsertRows => ({
  do: 'insertRows',
  table,
  rows,
});

/**
 * A statement that is the same in both dialects. The statement must not change the columns of a table, because the row types are derived
 * without it.
 */
export const runSql = (sql: string): RunSql => ({ do: 'run', sql });

/** A statement that differs between the dialects, such as a trigger, but has the same effect. */
export const runSqlByDialect = (sql: RunSqlByDialect['sql']): RunSqlByDialect => ({ do: 'runOn', sql });

/** Writes a step as one SQL statement. Every constraint gets an explicit name, by which a violation is recognised. */
export function toStatement(step: MigrationStep, dialect: SqlDialect): string {
  if (step.do === 'createTable') return createTableStatement(step, dialect);
  if (step.do === 'dropTable') return `drop table ${step.table}`;
  if (step.do === 'addColumn')
    return `alter table ${step.table} add column ${createColumnClause(step.table, step.name, step.column, dialect)}`;
  if (step.do === 'createIndex') return createIndexStatement(step);
  if (step.do === 'insertRows') return createInsertStatement(step);
  return step.do === 'runOn' ? step.sql[dialect.dialect] : step.sql;
}

function createTableStatement(step: CreateTable, dialect: SqlDialect): string {
  const columns = Object.entries(step.columns).map(([name, column]) =>
    createColumnClause(step.table, name, column, dialect),
  );
  const primary = step.primary ? [`primary key (${step.primary.join(', ')})`] : [];
  const uniques = (step.unique ?? []).map(
    (columnNames) => `${createUniqueName(step.table, columnNames)} unique (${columnNames.join(', ')})`,
  );
  const checks = Object.entries(step.checks ?? {}).map(([name, sql]) => `${step.table}_${name}_check check (${sql})`);
  const clauses = [...columns, ...primary, ...[...uniques, ...checks].map((clause) => `constraint ${clause}`)];
  return `create table ${step.table} (\n  ${clauses.join(',\n  ')}\n)${dialect.tableEnd}`;
}

function createColumnClause(table: string, name: string, column: Column, dialect: SqlDialect): string {
  const clauseParts = [name, dialect.types[column.columnType]];
  if (column.primary) clauseParts.push('primary key');
  if (!column.optional && column.columnType !== 'id') clauseParts.push('not null');
  if (column.defaultValue !== undefined) clauseParts.push(`default ${toSqlLiteral(column.defaultValue)}`);
  if (column.unique) clauseParts.push(`constraint ${createUniqueName(table, [name])} unique`);
  if (column.check) clauseParts.push(`constraint ${table}_${name}_check check (${column.check(name)})`);
  if (column.references) clauseParts.push(createReferenceClause(column.references));
  return clauseParts.join(' ');
}

function createReferenceClause(reference: NonNullable<Column['references']>): string {
  const actions = { refuse: 'restrict', delete: 'cascade', clear: 'set null' };
  return `references ${reference.table} (${reference.column}) on delete ${actions[reference.onDelete]}`;
}

function createIndexStatement(step: CreateIndex): string {
  const defaultName = step.name ?? `${step.table}_${step.columns.join('_')}_index`;
  const name = step.unique ? createUniqueName(step.table, step.columns) : defaultName;
  const whereClause = step.where === undefined ? '' : ` where ${step.where}`;
  return `create ${step.unique ? 'unique ' : ''}index ${name} on ${step.table} (${step.columns.join(', ')})${whereClause}`;
}

function createInsertStatement(step: InsertRows): string {
  const columnNames = Object.keys(step.rows[0] ?? {});
  const rows = step.rows.map((row) => `(${columnNames.map((name) => toSqlLiteral(row[name] ?? null)).join(', ')})`);
  return `insert into ${step.table} (${columnNames.join(', ')}) values\n  ${rows.join(',\n  ')}`;
}

/** The name of a unique constraint, by which `isUniqueViolation` recognises a violation on PostgreSQL. */
export const createUniqueName = (table: string, columns: readonly string[]): string =>
  `${table}_${columns.join('_')}_unique`;
