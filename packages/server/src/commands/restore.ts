import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { copyDatabase } from '#server/database/copy/copy-database.ts';
import { openDatabase } from '#server/database/database.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import type { CheckedCopy } from '#server/backups/check-copy.ts';
import type { Call, Outcome, World } from './command.ts';
import { publishFile, refuseDatabaseFile, removeDatabaseFile } from '#server/backups/durable-file.ts';
import { readCallSettings } from './on-database.ts';
import { onFile } from '#server/backups/on-file.ts';
import { recordProof, restoreInto } from '#server/backups/prove-restore.ts';

/**
 * Puts a backup into the configured database, which must be empty: an SQLite file or PostgreSQL, whichever the backup comes from. With
 * `checkOnly`, it proves that the backup can be restored and writes nothing. The backup itself is never changed.
 */
export async function restore(call: Call, checkOnly: boolean): Promise<Outcome> {
  const config = await readCallSettings(call);
  const { world } = call;
  const file = resolve(world.cwd, call.words[0] ?? '');
  if (!existsSync(file)) throw new StartFault(`There is no file ${file}.`);
  if (!checkOnly && 'file' in config.database) refuseDatabaseFile(config.database.file);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const part = join(config.dataDir, `restore-${process.pid}.part`);
  try {
    const checked = await restoreInto({ file, part, clock: world.clock });
    const facts = { file, ...checked };
    if (checkOnly) {
      await noteProof(config, file, world);
      return { ok: true, lines: [`${file} can be restored: ${summarise(checked)}.`], facts };
    }
    await putInPlace(config, part, world);
    await setSealAside(config, world);
    const lines = [`${file} is restored: ${summarise(checked)}.`, ...nextSteps];
    return { ok: true, lines, facts };
  } finally {
    await removeDatabaseFile(part);
  }
}

const nextSteps = [
  'Put the keys in place (portal keys import), start the portal, and check it. Everybody signs in again.',
  'E-mails are held. To send them: portal mail release',
];

const summarise = ({ users, licences, auditEntries, verifiedLicences }: CheckedCopy): string =>
  `${users} users, ${licences} licences (${verifiedLicences} verified), ${auditEntries} audit entries`;

/** Keeps the proof in the configured database, if there is one: a machine for practice may have none. */
async function noteProof({ database: where }: Config, file: string, { clock, note }: World): Promise<void> {
  if ('file' in where && !existsSync(where.file)) return;
  try {
    const database = await openDatabase(where);
    try {
      await recordProof(database, clock(), file);
    } finally {
      await database.close();
    }
  } catch (error) {
    note(
      `The status page does not show this proof, because the configured database could not store it: ${describe(error)}`,
    );
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function putInPlace({ database: where }: Config, part: string, { clock, note }: World): Promise<void> {
  if ('file' in where) return publishFile(part, where.file);
  const to = await openDatabase(where);
  try {
    await onFile(part, (from) => copyDatabase({ from, to, now: clock(), report: note }));
  } finally {
    await to.close();
  }
}

/** The newest seal of the audit log is later than the backup, which would look like a log that was cut. */
async function setSealAside({ auditKeyFile }: Config, { clock, note }: World): Promise<void> {
  const seal = join(dirname(auditKeyFile), 'audit.seal');
  if (!existsSync(seal)) return;
  const aside = `${seal}.before-${new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(seal, aside);
  note(`The newest seal of the audit log is later than the backup. It is now ${aside}`);
}
