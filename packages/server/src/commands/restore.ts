import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { copyDatabase } from '#server/database/copy/copy-database.ts';
import { copySqliteFile, refuseDamage } from '#server/database/copy/sqlite-file.ts';
import { openDatabase } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { keepSearchIndexes } from '#server/jobs/keep-search-indexes.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import { makeHarmless } from './backups.repository.ts';
import { checkCopy } from './check-copy.ts';
import type { CheckedCopy } from './check-copy.ts';
import type { Call, Outcome, World } from './command.ts';
import { publishFile, refuseDatabaseFile, removeDatabaseFile } from './durable-file.ts';
import { readCallSettings } from './on-database.ts';
import { onFile } from './write-backup.ts';

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
    await removeDatabaseFile(part);
    await copySqliteFile(file, part);
    const checked = await onFile(part, (copy) => prepareCopy(copy, file, world));
    const facts = { file, ...checked };
    if (checkOnly) return { ok: true, lines: [`${file} can be restored: ${describe(checked)}.`], facts };
    await putInPlace(config, part, world);
    await setSealAside(config, world);
    const lines = [`${file} is restored: ${describe(checked)}.`, ...nextSteps];
    return { ok: true, lines, facts };
  } finally {
    await removeDatabaseFile(part);
  }
}

const nextSteps = [
  'Put the keys in place (portal keys import), start the portal, and check it. Everybody signs in again.',
  'E-mails are held. To send them: portal mail release',
];

const describe = ({ users, licences, auditEntries, verifiedLicences }: CheckedCopy): string =>
  `${users} users, ${licences} licences (${verifiedLicences} verified), ${auditEntries} audit entries`;

/** Brings a backup of an older version to the tables of this one, and removes what acts by itself, also from a plain copy of a database. */
async function prepareCopy(copy: Database, file: string, { clock }: World): Promise<CheckedCopy> {
  await refuseDamage(copy.kysely);
  await migrate(copy, clock);
  const at = clock();
  await copy.transact(async (trx) => {
    await makeHarmless(trx, at);
    const subject = { kind: 'portal', id: null } as const;
    const after = { file };
    await recordAudit(trx, { at, actorId: null, requestId: null, action: 'backup.restore', subject, after });
  });
  await keepSearchIndexes({ database: copy }, new AbortController().signal);
  return checkCopy(copy);
}

async function putInPlace({ database: where }: Config, part: string, { clock, note }: World): Promise<void> {
  if ('file' in where) return publishFile(part, where.file);
  const to = await openDatabase(where);
  try {
    await onFile(part, (from) => copyDatabase({ from, to, now: clock(), tell: note }));
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
