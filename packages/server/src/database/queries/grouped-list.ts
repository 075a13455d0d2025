import { createNamedIndex, runSqlByDialect } from './statements.ts';

/** The declaration of a long list in a migration. Released migrations use these functions, so the functions must not change. */
export type GroupedRows = {
  /**
   * The name of the table of the list. The names of the tables of its groups and tags begin with the singular of this name, which is `one`.
   */
  rows: string;
  one: string;
  id: string;
  /** The columns by which the list is filtered. Rows with equal values in all group columns are one group. */
  groupColumns: readonly string[];
  /** The columns of each order by which the list is sorted. */
  sortOrders: readonly (readonly string[])[];
  /** The rows of the list as SQL: `from` joins the tables, `keyValues` and `factValues` are the columns of `keys` and `facts`. */
  keys: readonly string[];
  idValue: string;
  keyValues: string;
  factValues: string;
  from: string;
  /** The condition that a record is in the list. */
  where: string;
};

/**
 * Runs the statements for each row, after the event; on PostgreSQL a function of the same name contains the statements. On PostgreSQL,
 * `lock` runs first; SQLite needs no lock, because it has one writer at a time. Each statement after the lock sees what was committed
 * before the lock was granted.
 */
export function createTrigger(name: string, event: string, statements: string | SqlByDialect, lock = '') {
  const sqlOf = (dialect: keyof SqlByDialect) => (typeof statements === 'string' ? statements : statements[dialect]);
  return [
    runSqlByDialect({
      sqlite: 'select 1',
      postgres: `create function ${name}() returns trigger language plpgsql as $$ begin ${lock} ${sqlOf('postgres')} return null; end $$`,
    }),
    runSqlByDialect({
      sqlite: `create trigger ${name} after ${event} begin ${sqlOf('sqlite')} end`,
      postgres: `create trigger ${name} after ${event} for each row execute function ${name}()`,
    }),
  ];
}

type SqlByDialect = { sqlite: string; postgres: string };

const selectRows = ({ idValue, keyValues, factValues, from, where, one, groupColumns }: GroupedRows) => `
  select ${idValue}, ${keyValues}, ${one}_groups.id from ${from}
  inner join ${one}_groups on (${groupColumns.map((name) => `${one}_groups.${name}`).join(', ')}) = (${factValues})
  where ${where}`;

/** Creates the statements that fill the empty tables of a list. */
export const createFillStatements = (groupedRows: GroupedRows): readonly string[] => [
  `insert into ${groupedRows.one}_groups (${groupedRows.groupColumns.join(', ')}, n) select ${groupedRows.factValues}, count(*) from ${groupedRows.from}
    where ${groupedRows.where} group by ${groupedRows.groupColumns.map((_, at) => at + 1).join(', ')}`,
  `insert into ${groupedRows.rows} (${groupedRows.id}, ${groupedRows.keys.join(', ')}, group_id) ${selectRows(groupedRows)}`,
];

/** Creates the statement that writes the row of one record again, or removes the row. The group of the written row may be new. */
export const createRefreshStatement = (groupedRows: GroupedRows, recordId: string): string => `
  delete from ${groupedRows.rows} where ${groupedRows.id} = ${recordId};
  insert into ${groupedRows.one}_groups (${groupedRows.groupColumns.join(', ')}, n) select ${groupedRows.factValues}, 0 from ${groupedRows.from}
    where ${groupedRows.idValue} = ${recordId} and ${groupedRows.where} on conflict (${groupedRows.groupColumns.join(', ')}) do nothing;
  insert into ${groupedRows.rows} (${groupedRows.id}, ${groupedRows.keys.join(', ')}, group_id) ${selectRows(groupedRows)} and ${groupedRows.idValue} = ${recordId};`;

/**
 * Creates two indexes for each order: of all rows, and of the rows of each group. The last columns of an index are the columns that a query
 * tests while it reads the index in its order.
 */
export const createListIndexes = ({ rows, id: key, sortOrders }: GroupedRows) =>
  sortOrders.flatMap((columns) => [
    createNamedIndex(`${rows}_by_${columns[0] ?? ''}`, rows, [...columns, key, 'group_id']),
    createNamedIndex(`${rows}_in_group_by_${columns[0] ?? ''}`, rows, ['group_id', ...columns, key]),
  ]);

export const createCountTriggers = ({ rows, one }: Pick<GroupedRows, 'rows' | 'one'>) => [
  ...createTrigger(
    `${rows}_counted`,
    `insert on ${rows}`,
    `update ${one}_groups set n = n + 1 where id = new.group_id;`,
  ),
  ...createTrigger(
    `${rows}_uncounted`,
    `delete on ${rows}`,
    `update ${one}_groups set n = n - 1 where id = old.group_id;`,
  ),
];

/**
 * The source of tags: a table with several rows for a record, and the SQL for the tag of a row of this table. `lock` is the statement of
 * PL/pgSQL that locks a record: without the lock, two transactions that write the record and its source at the same time would each miss
 * the change of the other transaction.
 */
export type TaggedRows = Pick<GroupedRows, 'rows' | 'one' | 'id'> & {
  sourceTable: string;
  tagValue: (row: string) => string;
  lock: (recordId: string) => string;
};

const selectTags = ({ rows, id: key, sourceTable, tagValue }: TaggedRows) => `
  select distinct ${rows}.${key}, ${tagValue(sourceTable)}, ${rows}.group_id from ${sourceTable}
  inner join ${rows} on ${rows}.${key} = ${sourceTable}.${key}`;

export const createTagFillStatements = (taggedRows: TaggedRows): readonly string[] => [
  `insert into ${taggedRows.one}_tags (${taggedRows.id}, tag, group_id) ${selectTags(taggedRows)}`,
  `insert into ${taggedRows.one}_tag_counts (tag, group_id, n) select tag, group_id, count(*) from ${taggedRows.one}_tags group by tag, group_id`,
];

/** Creates triggers that write the tags of a record, such as its tools: a row for each tag, and counters by group. */
export const createTagTriggers = (taggedRows: TaggedRows) => {
  const { rows, one, id: key, sourceTable, tagValue, lock } = taggedRows;
  const tags = `${one}_tags`;
  return [
    createNamedIndex(`${tags}_by_tag`, tags, ['tag', 'group_id', key]),
    ...createTrigger(
      `${rows}_tagged`,
      `insert on ${rows}`,
      `insert into ${tags} (${key}, tag, group_id) ${selectTags(taggedRows)} where ${rows}.${key} = new.${key}
        on conflict (${key}, tag) do nothing;`,
    ),
    ...createTrigger(`${rows}_untagged`, `delete on ${rows}`, `delete from ${tags} where ${key} = old.${key};`),
    ...createTrigger(
      `${tags}_counted`,
      `insert on ${tags}`,
      `insert into ${one}_tag_counts (tag, group_id, n) values (new.tag, new.group_id, 1)
        on conflict (tag, group_id) do update set n = ${one}_tag_counts.n + 1;`,
    ),
    ...createTrigger(
      `${tags}_uncounted`,
      `delete on ${tags}`,
      `update ${one}_tag_counts set n = n - 1 where tag = old.tag and group_id = old.group_id;`,
    ),
    ...createTrigger(
      `${sourceTable}_tagged`,
      `insert on ${sourceTable}`,
      `insert into ${tags} (${key}, tag, group_id) select ${key}, ${tagValue('new')}, group_id from ${rows}
        where ${key} = new.${key} on conflict (${key}, tag) do nothing;`,
      lock(`new.${key}`),
    ),
    // A value that comes from several rows keeps its tag until the last of these rows is deleted.
    ...createTrigger(
      `${sourceTable}_untagged`,
      `delete on ${sourceTable}`,
      `delete from ${tags} where ${key} = old.${key} and tag = ${tagValue('old')}
        and not exists (select 1 from ${sourceTable} where ${key} = old.${key} and ${tagValue(sourceTable)} = ${tagValue('old')});`,
      lock(`old.${key}`),
    ),
  ];
};
