import { portalVersion } from '@basics/contract/limits.ts';
import { findLicenceKey, findSealKey } from '#server/platform/security/key-files.ts';
import { copyMark } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import { findLastVerification } from '#server/features/audit/verification.repository.ts';
import { findSigningKeys } from '#server/features/signing-keys/signing-keys.repository.ts';
import { findRunningPortals } from '#server/operation.repository.ts';
import { days, hours, minutes } from '#server/platform/clock.ts';
import { findClockRecord } from '#server/platform/clock-guard.repository.ts';
import { formatDuration } from '#server/platform/span-words.ts';
import { findCurrentSealingKey } from '#server/sealing/sealing-keys.repository.ts';
import { findInstallation } from '#server/settings.repository.ts';
import { findLastBackup } from '#server/backups/backups.repository.ts';
import { fault, ok, skipped, warning } from './check.ts';
import type { Check, DatabaseContext } from './check.ts';
import * as rows from './doctor.repository.ts';

/** The largest permitted difference between the clocks of this machine and of the database. */
const maxDifferenceMs = minutes(5);

/** The checks of the database and of the keys that it names. */
export const databaseChecks: readonly Check<DatabaseContext>[] = [
  {
    name: 'schema',
    async run({ database }) {
      const applied = await rows.findMigrations(database.kysely);
      if (applied.includes(copyMark))
        return fault('A copy into this database is not complete.', 'Run the same portal move or restore again.');
      const knownNames: readonly string[] = migrations.map(({ name }) => name);
      const newer = applied.filter((name) => !knownNames.includes(name));
      if (newer.length > 0)
        return fault(
          `The database is of a newer version (${newer.join(', ')}).`,
          'Start that version, or restore a backup.',
        );
      const missing = knownNames.filter((name) => !applied.includes(name));
      return missing.length > 0
        ? warning(`${missing.length} migrations have not run.`, 'Start the portal once.')
        : ok(knownNames.at(-1) ?? '');
    },
  },
  {
    name: 'integrity',
    async run({ database }) {
      const faults = await rows.findDamage(database.kysely);
      return faults.length === 0
        ? ok('no damage found')
        : fault(faults.join('; '), 'Stop the portal, and restore the newest backup.');
    },
  },
  {
    name: 'installation',
    async run({ database, config: { demo } }) {
      const installed = await findInstallation(database.kysely);
      if (installed === null)
        return warning('The portal was never started on this database.', 'Start it: portal start');
      const isWrong = (installed === 'demo') !== demo;
      return isWrong
        ? fault(`The database contains a ${installed}.`, 'Add or remove --demo, or use another database.')
        : ok(installed);
    },
  },
  {
    name: 'clock',
    async run({ database, runtime }) {
      const { jump } = await findClockRecord(database.kysely);
      if (jump)
        return fault(
          'The clock has jumped, and jobs are paused.',
          'Correct the clock; if it is right: portal clock accept',
        );
      return ok(new Date(runtime.clock()).toISOString());
    },
  },
  {
    name: 'database-clock',
    async run({ database, runtime }) {
      const at = await database.readTime();
      if (at === null) return skipped('SQLite uses the clock of this machine');
      const difference = Math.abs(at - runtime.clock());
      const text = `PostgreSQL and this machine differ by ${Math.round(difference / 1000)} s`;
      return difference > maxDifferenceMs ? fault(text, 'Set both clocks by NTP.') : ok(text);
    },
  },
  {
    name: 'licence-key',
    async run({ database, config: { licenceKeyFile: file } }) {
      if (file === null) return skipped('LICENCE_KEY_FILE is none');
      const current = (await findSigningKeys(database.kysely)).find(({ status }) => status === 'current');
      if (!current) return warning('No key signs licences yet.', 'Start the portal once.');
      const keyFile = await findLicenceKey(file, current.keyId);
      return keyFile
        ? ok(`${current.keyId} in ${keyFile.file}`)
        : fault(`The key ${current.keyId} is not on this machine.`, 'Copy it here, or run: portal keys import');
    },
  },
  {
    name: 'licence-key-age',
    async run({ database, runtime }) {
      const current = (await findSigningKeys(database.kysely)).find(({ status }) => status === 'current');
      if (!current) return skipped('there is no key');
      const age = runtime.clock() - current.createdAt;
      const text = `the key is ${formatDuration(age / 1000)} old`;
      return age > days(5 * 365) ? warning(text, 'Change it: portal keys next') : ok(text);
    },
  },
  {
    name: 'sealing-key',
    async run({ database, config: { sealKeyFile } }) {
      const current = await findCurrentSealingKey(database.kysely);
      if (current === null) return warning('There is no sealing key yet.', 'Start the portal once.');
      const keyFile = await findSealKey(sealKeyFile, current);
      return keyFile
        ? ok(`${current} in ${keyFile.file}`)
        : fault(`The key ${current} is not on this machine.`, 'Copy it here, or run: portal keys import');
    },
  },
  {
    name: 'audit-log',
    async run({ database, runtime }) {
      const last = await findLastVerification(database.kysely);
      if (!last?.finishedAt) return warning('The audit log was never verified.', 'Run: portal audit verify');
      if (last.isWhole !== 1)
        return fault(
          `It was broken at the last verification. ${last.why}`,
          'Keep the database, and run: portal audit verify',
        );
      const age = runtime.clock() - last.finishedAt;
      const text = `intact, verified ${formatDuration(age / 1000)} ago`;
      return age > days(2) ? warning(text, 'Check that the portal runs, or run: portal audit verify') : ok(text);
    },
  },
  {
    name: 'backup',
    async run({ database, runtime }) {
      const last = await findLastBackup(database.kysely);
      const next = 'Run as a job: portal backup --to FOLDER --every 6h --keep 28';
      if (!last) return warning('There is no backup by portal backup.', next);
      const age = runtime.clock() - last.provenAt;
      const text = `${last.file}, proven ${formatDuration(age / 1000)} ago`;
      return age > hours(26) ? warning(text, next) : ok(text);
    },
  },
  {
    name: 'versions',
    async run({ database, runtime }) {
      const portals = await findRunningPortals(database.kysely, runtime.clock());
      const versions = [...new Set([portalVersion, ...portals.map(({ version }) => version ?? 'unknown')])];
      if (portals.length === 0) return skipped('no portal runs on this database');
      return versions.length === 1
        ? ok(`this command and ${portals.length} running portals have version ${portalVersion}`)
        : warning(`Versions ${versions.join(', ')} are in use.`, 'Finish the upgrade on every machine.');
    },
  },
  {
    name: 'jobs',
    async run({ database, runtime }) {
      const now = runtime.clock();
      const [portals, overdue] = [
        await rows.countPortals(database.kysely, now),
        await rows.findOverdueJobs(database.kysely, now - hours(2)),
      ];
      if (portals === 0) return skipped('no portal runs on this database');
      return overdue.length === 0
        ? ok(`${portals} running portals`)
        : warning(`Overdue: ${overdue.join(', ')}.`, 'Look for errors of these jobs in the log.');
    },
  },
];
