import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import type { Db } from './foundation.ts';
import { migrations } from './migrations.ts';
import type { MigrationStep } from './queries/statements.ts';

type ColumnDescription = { table: string; column: string; type: string; optional: boolean };

/** The kind of values of each column type that the databases report. */
const kindOfType: Record<string, 'number' | 'text'> = {
  INTEGER: 'number',
  integer: 'number',
  bigint: 'number',
  TEXT: 'text',
  text: 'text',
};

async function readSqliteColumns(db: Db): Promise<ColumnDescription[]> {
  const { rows } = await sql<{ table: string; column: string; type: string; notnull: number; pk: number }>`
    select t.name as "table", c.name as "column", c.type as type, c."notnull" as "notnull", c.pk as pk
    from pragma_table_list() t, pragma_table_info(t.name) c where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'`.execute(
    db,
  );
  return rows.map(({ notnull, pk, ...column }) => ({ ...column, optional: notnull === 0 && pk === 0 }));
}

async function readPostgresColumns(db: Db): Promise<ColumnDescription[]> {
  const { rows } = await sql<ColumnDescription>`
    select table_name as "table", column_name as "column", data_type as type, is_nullable = 'YES' as optional
    from information_schema.columns where table_schema = 'public'`.execute(db);
  return rows;
}

const normaliseColumns = (columns: ColumnDescription[]) =>
  columns
    .map(({ table, column, type, optional }) => `${table}.${column} ${kindOfType[type]}${optional ? ' or null' : ''}`)
    .toSorted();

async function readSqliteUniques(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; columns: string }>`
    select t.name as "table", (select group_concat(name, ',') from pragma_index_info(i.name)) as columns
    from pragma_table_list() t, pragma_index_list(t.name) i
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and i."unique" = 1`.execute(db);
  return rows.map((row) => `${row.table} ${row.columns}`).toSorted();
}

/** Lists the unique indexes except those of integer primary keys, for which SQLite has no index. */
async function readPostgresUniques(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; columns: string }>`
    select t.relname as "table", string_agg(a.attname, ',' order by array_position(i.indkey::int[], a.attnum::int)) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where t.relnamespace = 'public'::regnamespace and i.indisunique
      and not (i.indisprimary and i.indnkeyatts = 1 and a.atttypid in ('integer'::regtype, 'bigint'::regtype)) group by t.relname, i.indexrelid`.execute(
    db,
  );
  return rows.map((row) => `${row.table} ${row.columns}`).toSorted();
}

async function readSqliteReferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select t.name || '.' || f."from" || ' ' || f."table" || '.' || f."to" || ' ' || lower(f.on_delete) as reference
    from pragma_table_list() t, pragma_foreign_key_list(t.name) f where t.schema = 'main'`.execute(db);
  return rows.map((row) => row.reference).toSorted();
}

async function readPostgresReferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select concat(c.conrelid::regclass, '.', a.attname, ' ', c.confrelid::regclass, '.', b.attname, ' ',
      case c.confdeltype when 'c' then 'cascade' when 'r' then 'restrict' when 'n' then 'set null' end) as reference
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f'`.execute(db);
  return rows.map((row) => row.reference).toSorted();
}

test('both databases have the same tables, columns, types, unique constraints and foreign keys', async () => {
  const { kysely: sqlite } = await createTestDatabase('SQLite');
  const { kysely: postgres } = await createTestDatabase('PostgreSQL');
  const columns = normaliseColumns(await readSqliteColumns(sqlite));
  const allSteps = migrations.flatMap(({ steps }): readonly MigrationStep[] => steps);
  const droppedTables = allSteps.flatMap((step) => (step.do === 'dropTable' ? [step.table] : []));
  const declaredColumns = allSteps
    .filter((step) => !('table' in step && droppedTables.includes(step.table)))
    .flatMap((step) => {
      if (step.do === 'addColumn') return [step.name];
      return step.do === 'createTable' ? Object.keys(step.columns) : [];
    });
  // The database has 3 columns more: those of the table `migrations`, which no migration creates.
  expect(columns).toHaveLength(declaredColumns.length + 3);
  expect(normaliseColumns(await readPostgresColumns(postgres))).toEqual(columns);
  expect(await readPostgresUniques(postgres)).toEqual(await readSqliteUniques(sqlite));
  expect(await readPostgresReferences(postgres)).toEqual(await readSqliteReferences(sqlite));
});

test('every text column on PostgreSQL compares text by its bytes, as SQLite does', async () => {
  const { kysely } = await createTestDatabase('PostgreSQL');
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name <> 'migrations' and data_type = 'text' and collation_name is distinct from 'C'`.execute(
    kysely,
  );
  expect(rows).toEqual([]);
});
