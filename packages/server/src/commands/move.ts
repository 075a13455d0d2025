import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { copyDatabase, CopyFault } from '#server/database/copy/copy-database.ts';
import type { CopiedContent } from '#server/database/copy/copy-database.ts';
import { openDatabase } from '#server/database/database.ts';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { keepSearchIndexes } from '#server/jobs/keep-search-indexes.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import { findPortalWithOtherKey } from '#server/running-portals.repository.ts';
import { checkCopy } from '#server/backups/check-copy.ts';
import { refuse, UsageFault } from './command.ts';
import type { Call, Outcome, World } from './command.ts';
import { publishFile, refuseDatabaseFile, removeDatabaseFile } from '#server/backups/durable-file.ts';
import { runOnDatabase } from './on-database.ts';

export type MoveOptions = { to?: string; 'to-file'?: string };

/**
 * Copies the configured database, on which no portal may run, to another one: from SQLite to PostgreSQL or back. It leaves the original
 * unchanged. Interrupted on the way to PostgreSQL, it continues where it was.
 */
export const move = (call: Call, options: MoveOptions): Promise<Outcome> =>
  runOnDatabase(call, async (from) => {
    const { world } = call;
    const target = await readTarget(options, world);
    const seenAt = await from.transact((trx) => findPortalWithOtherKey(trx, '', world.clock()));
    if (seenAt !== null) return refuse('A portal runs on this database. Stop all portals, and run this again.');
    await migrate(from, world.clock);
    const contents = await copyTo(target, from, world);
    const rows = contents.reduce((sum, each) => sum + each.rows, 0);
    return {
      ok: true,
      lines: [
        `Copied and compared ${contents.length} tables with ${rows} rows. The audit log is intact, and licences verify.`,
        'file' in target
          ? `Remove DATABASE_URL from the configuration, and use ${target.file} as portal.db in DATA_DIR. Then start the portal.`
          : 'Set DATABASE_URL to the new database, and start the portal. The keys stay where they are.',
        'Keep the old database until the new one has a backup.',
      ],
      facts: { rows, tables: contents },
    };
  });

/** An address contains a password, which other users of the machine can see on a command line; a file hides it. */
async function readTarget({ to, 'to-file': file }: MoveOptions, { cwd, readStandardInput }: World) {
  const given = file === undefined ? to : await readSecret(file, cwd, readStandardInput);
  if (given === undefined || given === '' || (to !== undefined && file !== undefined))
    throw new UsageFault('Name the target: --to postgres://..., --to FILE, or --to-file with a file that contains it.');
  const target: DatabaseLocation = /^postgres(ql)?:/.test(given) ? { url: given } : { file: resolve(cwd, given) };
  return target;
}

async function readSecret(file: string, cwd: string, readStandardInput: () => Promise<string>): Promise<string> {
  return (file === '-' ? await readStandardInput() : await readFile(resolve(cwd, file), 'utf8')).trim();
}

async function copyTo(target: DatabaseLocation, from: Database, world: World): Promise<CopiedContent[]> {
  if ('url' in target) return copyInto(target, from, world);
  refuseDatabaseFile(target.file);
  const part = `${target.file}.part`;
  // A file is written at once, so an interrupted copy begins again.
  await removeDatabaseFile(part);
  const contents = await copyInto({ file: part }, from, world);
  await publishFile(part, target.file);
  return contents;
}

async function copyInto(target: DatabaseLocation, from: Database, world: World): Promise<CopiedContent[]> {
  const to = await openDatabase(target);
  try {
    const contents = await copyDatabase({ from, to, now: world.clock(), report: world.note });
    await keepSearchIndexes({ database: to }, new AbortController().signal);
    await checkCopy(to);
    return contents;
  } catch (cause) {
    throw cause instanceof CopyFault ? new StartFault(cause.message, { cause }) : cause;
  } finally {
    await to.close();
  }
}
