import * as z from 'zod/mini';
import { copiedTables } from '#server/database/copy/copied-tables.ts';
import { closeTarget, prepareTarget } from '#server/database/copy/copy-target.ts';
import { endOfRows, measureRows, readLines } from '#server/database/copy/copy-text.ts';
import { readLastId, writeLastId, writeTable } from '#server/database/copy/table-rows.ts';
import { withDatabaseFile } from '#server/database/database.ts';
import type { CopyText, Db, TableCopies } from '#server/database/foundation.ts';
import { compareSchema } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import { StartFault } from '#server/platform/problem.ts';
import { selectWithoutAccess } from './backups.repository.ts';

/**
 * A backup of PostgreSQL is a text: a header; for each table its name, its rows as COPY writes them, and a line `\.`; at the end the number and
 * the hash of the rows of each table. All lines but the rows are JSON. It has no index and no table that can be computed.
 */
const headerSchema = z.object({
  format: z.literal('basics-portal-tables-1'),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      key: z.array(z.string()),
      hasGeneratedId: z.boolean(),
      lastId: z.number(),
    }),
  ),
});
type Contents = { table: string; rows: number; sha256: string }[];
type TableHeader = z.infer<typeof headerSchema>['tables'][number];

/** The first bytes of such a backup, after it is unpacked. */
export const tableBackupStart = '{"format":"basics-portal-tables-';

type Select = Parameters<Parameters<TableCopies['readAtOneMoment']>[0]>[0];

/** Creates the text of a backup of what `select` reads. Throws StartFault if the database has the tables of another version. */
export async function* createTableBackup(db: Db, select: Select): CopyText {
  if ((await compareSchema(db)) !== 'same')
    throw new StartFault('The database has the tables of another version. Let that version write the backup.');
  const tables: TableHeader[] = [];
  for (const { name, columns, key, hasGeneratedId } of copiedTables) {
    const lastId = hasGeneratedId ? await readLastId(db, name) : 0;
    tables.push({ name, columns: [...columns], key: [...key], hasGeneratedId, lastId });
  }
  const format = 'basics-portal-tables-1';
  yield toLine({ format, migrations: migrations.map(({ name }) => name), tables } satisfies z.infer<
    typeof headerSchema
  >);
  const contents: Contents = [];
  for (const table of copiedTables) {
    yield toLine(table.name);
    const { text, content } = measureRows(select(selectWithoutAccess(table)));
    yield* text;
    yield `${endOfRows}\n`;
    contents.push({ table: table.name, ...content() });
  }
  yield toLine(contents);
}

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

type TableUse = {
  table: (table: TableHeader, rows: CopyText) => Promise<void>;
  /** Is called after the last table, if the backup is not damaged. */
  end?: () => Promise<void>;
};

/**
 * Reads a backup to its end. `start` gets the header and returns what is done with the tables. Throws StartFault if the backup is
 * not complete, or its rows are not those that were written.
 */
async function readTableBackup(
  text: CopyText,
  start: (header: z.infer<typeof headerSchema>) => Promise<TableUse>,
): Promise<void> {
  const lines = createLineReader(text);
  const { data: header } = headerSchema.safeParse(await lines.readJson());
  if (!header) throw new StartFault(unknownHeader);
  const use = await start(header);
  const contents: Contents = [];
  for (const table of header.tables) {
    if ((await lines.readJson()) !== table.name) throw new StartFault(damaged);
    const { text: rows, content } = measureRows(lines.readRows());
    await use.table(table, rows);
    contents.push({ table: table.name, ...content() });
  }
  if (JSON.stringify(await lines.readJson()) !== JSON.stringify(contents)) throw new StartFault(damaged);
  await use.end?.();
}

/** Reads all rows of a backup that was just written. Throws StartFault if they are not those that were written. */
export const checkTableBackup = (text: CopyText): Promise<void> =>
  readTableBackup(text, async () => ({
    async table(_, rows) {
      for await (const _part of rows);
    },
  }));

/**
 * Loads a backup into a new SQLite file, with the tables of the version that wrote the backup. Throws StartFault if the backup is damaged, or
 * was written by a newer version.
 */
export const loadTableBackup = (text: CopyText, file: string, now: number): Promise<void> =>
  withDatabaseFile(file, (to) =>
    readTableBackup(text, async ({ migrations: names, tables }) => {
      const knownMigrations = migrations.filter(({ name }) => names.includes(name));
      const newerNames = names.filter((name) => !knownMigrations.some((migration) => migration.name === name));
      if (newerNames.length > 0)
        throw new StartFault(`The backup was written by a newer version of Basics Portal (${newerNames.join(', ')}). Install that version.`); // oxfmt-ignore
      const triggers = await prepareTarget(to, { now, tables, knownMigrations }).catch(refuseUnknownTables);
      return {
        table: (table, rows) => writeTable(to, table, rows).catch(refuseUnknownTables),
        async end() {
          for (const { name, hasGeneratedId, lastId } of tables)
            if (hasGeneratedId) await writeLastId(to.kysely, name, lastId);
          await closeTarget(to, triggers);
        },
      };
    }),
  );

const damaged = 'The backup is damaged: its rows are not those that were written. Use another backup.';
const unknownHeader =
  'The header of the backup cannot be read: it is damaged, or was written by a newer version of Basics Portal. Use another backup, or install that version.';

/** Throws StartFault if SQLite does not know a table or a column (SQLITE_ERROR). */
function refuseUnknownTables(cause: unknown): never {
  if (cause instanceof Error && 'errcode' in cause && cause.errcode === 1)
    throw new StartFault(unknownHeader, { cause });
  throw cause;
}

/** Reads a backup in its order. */
function createLineReader(text: CopyText) {
  const parts = readLines(text);
  let lines: string[] = [];
  async function hasLine(): Promise<boolean> {
    while (lines.length === 0) {
      const { done, value } = await parts.next();
      if (done === true) return false;
      lines = value;
    }
    return true;
  }
  return {
    /** Reads a line that is JSON. Throws StartFault if the backup has ended. */
    async readJson(): Promise<unknown> {
      if (!(await hasLine())) throw new StartFault(damaged);
      const [line = '', ...rest] = lines;
      lines = rest;
      return parseJson(line);
    },
    /** Reads the rows of a table, and the line at their end. */
    async *readRows(): CopyText {
      while (await hasLine()) {
        const end = lines.indexOf(endOfRows);
        const rows = end === -1 ? lines : lines.slice(0, end);
        lines = end === -1 ? [] : lines.slice(end + 1);
        if (rows.length > 0) yield `${rows.join('\n')}\n`;
        if (end !== -1) return;
      }
    },
  };
}

/** Returns undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
