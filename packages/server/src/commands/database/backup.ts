import { setTimeout as wait } from 'node:timers/promises';
import { readDuration } from '#server/platform/clock/clock.ts';
import { resolvePlace, type Config } from '#server/config/config.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { printOutcome, refuse, UsageFault, type Call, type Outcome, type Shell } from '../command.ts';
import { readCallSettings, runOnDatabase } from '../on-database.ts';
import { countAuditEntries } from '#server/backups/check-copy.ts';
import { sendHeartbeat } from '#server/backups/heartbeat.ts';
import { keepNewest, listBackups, writeBackup } from '#server/backups/write-backup.ts';

export type BackupOptions = { to?: string; every?: string; keep?: string };

/** Writes one backup; with the option `every`, writes further backups until the process is stopped. */
export async function backUp(call: Call, options: BackupOptions): Promise<Outcome> {
  const keepCount = readCount(options.keep);
  const everyMs = options.every === undefined ? null : requireDuration(options.every);
  for (;;) {
    const startedAt = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one backup after the other
    const outcome = await tryBackUp(call, options, keepCount).catch((error: unknown) => {
      if (everyMs === null || !(error instanceof Error)) throw error;
      return refuse(`The backup failed: ${error.message}`);
    });
    if (everyMs === null) return outcome;
    printOutcome(outcome, call);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(Math.max(0, everyMs - (performance.now() - startedAt)));
  }
}

const tryBackUp = (call: Call, { to }: BackupOptions, keepCount: number | null): Promise<Outcome> =>
  runOnDatabase(call, async (database, config) => {
    const { heartbeatUrl, recipient } = config.backup;
    const { clock, printNote } = call.shell;
    const storage = await openBackups(config, call.shell, to);
    const place = { where: config.database, storage, dataDir: config.dataDir };
    const backup = await writeBackup({ database, ...place, clock, recipient });
    const deletedNames = keepCount === null ? [] : await keepNewest(storage, keepCount);
    const lines = [
      `The backup is ${backup.file} (${backup.bytes} bytes).`,
      `It was opened and checked: ${countAuditEntries(backup)}, ${backup.licences} licences. It contains no keys: portal keys export`,
      ...deletedNames.map((name) => `Deleted: ${name}`),
    ];
    const facts = { ...backup, deleted: deletedNames };
    if (backup.faults.length === 0) {
      const reason = await sendHeartbeat(heartbeatUrl);
      if (reason !== null) printNote(`The address in BACKUP_HEARTBEAT_URL was not reached: ${reason}.`);
      return { ok: true, lines, facts };
    }
    const faultLines = [...backup.faults, 'The database is damaged: docs/operating.md, "The data is damaged".'];
    return { ok: false, lines: [...lines, ...faultLines], facts };
  });

/** Opens the place of the backups: the given one, or the configured one. */
async function openBackups(
  { backup, bucketAccess, dataDir }: Config,
  { cwd }: Shell,
  place?: string,
): Promise<Storage> {
  const wantedPlace = place === undefined ? backup.place : resolvePlace(cwd, place);
  return openStorage(wantedPlace, { access: bucketAccess, workFolder: dataDir });
}

/** Lists the backups of a place, the oldest first. */
export async function showBackups(call: Call, { from }: { from?: string }): Promise<Outcome> {
  const config = await readCallSettings(call);
  const storage = await openBackups(config, call.shell, from);
  const backups = (await listBackups(storage)).map(({ name, bytes }) => ({ file: storage.locate(name), bytes }));
  const lines = backups.map(({ file, bytes }) => `${file} (${bytes} bytes)`);
  return {
    ok: true,
    lines: lines.length === 0 ? [`There is no backup in ${storage.place}.`] : lines,
    facts: { backups },
  };
}

function readCount(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageFault('--keep is the number of backups to keep, like 28.');
  return Number(text);
}

function requireDuration(text: string): number {
  const duration = readDuration(text);
  if (duration === null) throw new UsageFault('--every is a time like 30m, 6h or 1d.');
  return duration;
}
