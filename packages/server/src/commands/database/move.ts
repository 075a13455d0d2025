import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { copyDatabase, CopyFault, type CopiedContent } from '#server/database/copy/copy-database.ts';
import { openDatabase, type Database, type DatabaseLocation } from '#server/database/database.ts';
import { planMigrations } from '#server/database/migrate.ts';
import { updateSearchIndexes } from '#server/jobs/keep-search-indexes.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { StartFault } from '#server/platform/problem.ts';
import { findPortalWithOtherKey } from '#server/start/running-portals.repository.ts';
import { checkCopy, refuseFaults } from '#server/backups/check-copy.ts';
import { refuse, UsageFault, type Call, type Outcome, type Shell } from '../command.ts';
import { publishFile, refuseDatabaseFile, removeDatabaseFile } from '#server/platform/storage/durable-file.ts';
import { runOnDatabase } from '../on-database.ts';

export type MoveOptions = { to?: string; 'to-file'?: string; 'accept-faults'?: boolean };

/**
 * Copies the configured database to another database, from SQLite to PostgreSQL or back. No portal may run on the configured database. The
 * original database is not changed. An interrupted copy to PostgreSQL continues where it stopped.
 */
export async function moveDatabase(call: Call, options: MoveOptions): Promise<Outcome> {
  const { shell } = call;
  const target = await readTarget(options, shell);
  return runOnDatabase(call, async (sourceDatabase) => {
    const lastSeenAt = await sourceDatabase.transact((trx) => findPortalWithOtherKey(trx, '', shell.clock()));
    if (lastSeenAt !== null) return refuse('A portal runs on this database. Stop all portals, and run this again.');
    if ((await planMigrations(sourceDatabase)).length > 0)
      return refuse('This database has the tables of an older version. Run: portal migrate');
    const { copiedContents, faults } = await copyTo(target, sourceDatabase, {
      shell,
      acceptsFaults: options['accept-faults'] === true,
    });
    const rowCount = copiedContents.reduce((sum, table) => sum + table.rows, 0);
    return {
      ok: true,
      lines: [
        `Copied and compared ${copiedContents.length} tables with ${rowCount} rows.`,
        ...(faults.length === 0 ? ['The audit log is intact, and licences verify.'] : faults),
        'file' in target
          ? `Remove DATABASE_URL from the configuration, and use ${target.file} as portal.db in DATA_DIR. Then start the portal.`
          : 'Set DATABASE_URL to the new database, and start the portal. The keys stay where they are.',
        'Keep the old database until the new one has a backup.',
      ],
      facts: { rows: rowCount, tables: copiedContents, faults },
    };
  });
}

/** Reads the target. The URL of the target can be in a file, because other users of the machine can see a password on a command line. */
async function readTarget({ to, 'to-file': file }: MoveOptions, { cwd, readStandardInput }: Shell) {
  const targetText = file === undefined ? to : await readSecret(file, cwd, readStandardInput);
  if (targetText === undefined || targetText === '' || (to !== undefined && file !== undefined))
    throw new UsageFault('Name the target: --to postgres://..., --to FILE, or --to-file with a file that contains it.');
  if (/^\w+:\/\//.test(targetText) && !/^postgres(ql)?:/.test(targetText))
    throw new UsageFault('The target is neither the address of a PostgreSQL database nor a file.');
  const target: DatabaseLocation = /^postgres(ql)?:/.test(targetText)
    ? { url: targetText }
    : { file: resolve(cwd, targetText) };
  return target;
}

async function readSecret(file: string, cwd: string, readStandardInput: () => Promise<string>): Promise<string> {
  return (file === '-' ? await readStandardInput() : await readFile(resolve(cwd, file), 'utf8')).trim();
}

type CopyInput = { shell: Shell; acceptsFaults: boolean };
type Copy = { copiedContents: CopiedContent[]; faults: string[] };

async function copyTo(target: DatabaseLocation, sourceDatabase: Database, input: CopyInput): Promise<Copy> {
  if ('url' in target) return copyInto(target, sourceDatabase, input);
  refuseDatabaseFile(target.file);
  const temporaryFile = `${target.file}.part`;
  // A copy into a file is fast, so an interrupted copy starts again.
  await removeDatabaseFile(temporaryFile);
  const copy = await copyInto({ file: temporaryFile }, sourceDatabase, input);
  await publishFile(temporaryFile, target.file);
  return copy;
}

async function copyInto(
  target: DatabaseLocation,
  sourceDatabase: Database,
  { shell, acceptsFaults }: CopyInput,
): Promise<Copy> {
  const to = await openDatabase(target);
  const faults: string[] = [];
  try {
    const copiedContents = await copyDatabase({
      from: sourceDatabase,
      to,
      now: shell.clock(),
      reportLine: shell.printProgress,
      async check(copy) {
        faults.push(...(await checkCopy(copy)).faults);
        if (!acceptsFaults) refuseFaults(faults, 'The copy');
      },
    });
    if (faults.length > 0) await recordAcceptedFaults(to, faults, shell.clock());
    await updateSearchIndexes({ database: to }, new AbortController().signal);
    return { copiedContents, faults };
  } catch (cause) {
    throw cause instanceof CopyFault ? new StartFault(cause.message, { cause }) : cause;
  } finally {
    await to.close();
  }
}

const recordAcceptedFaults = (database: Database, faults: readonly string[], at: number): Promise<void> =>
  database.transact(async (trx) => {
    const subject = { kind: 'portal', id: null } as const;
    await recordAudit(trx, {
      at,
      ...bySystem,
      action: 'backup.restore',
      subject,
      after: { acceptedFaults: faults.join(' ') },
    });
  });
