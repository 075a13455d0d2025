import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { buildVersion } from '#server/platform/build-version.ts';
import { findNewestSeal } from '#server/platform/audit/audit.repository.ts';
import { findValidSeals } from '#server/platform/audit/audit-seal.ts';
import { findLicenceKey, findSealKey, readAuditKey } from '#server/platform/security/key-files.ts';
import { copyMark, planMigrations } from '#server/database/migrate.ts';
import { DatabaseUnavailable } from '#server/database/failures.ts';
import { StartFault } from '#server/platform/problem.ts';
import { refuseWrongStart } from '#server/start/first-start.ts';
import { migrations } from '#server/database/migrations.ts';
import { describeChainFault } from '#server/features/audit/chain-fault.ts';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { findLastVerification } from '#server/features/audit/verification.repository.ts';
import { findSigningKeys } from '#server/features/signing-keys/signing-keys.repository.ts';
import { findRunningPortals } from '#server/operation.repository.ts';
import { days, hours, minutes } from '#server/platform/clock/clock.ts';
import { findClockRecord } from '#server/platform/clock/clock-guard.repository.ts';
import { formatDuration } from '#server/platform/texts/formats.ts';
import { findCurrentSealingKey } from '#server/sealing/sealing-keys.repository.ts';
import { findInstallation } from '#server/start/settings.repository.ts';
import type { Config } from '#server/config/config.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { isBucket } from '#server/platform/storage/storage.ts';
import { findLastBackup } from '#server/backups/backups.repository.ts';
import { fault, ok, skipped, warning, type Check, type DatabaseContext } from './check.ts';
import { readStoredWitnesses } from '../verify.ts';
import * as rows from './doctor.repository.ts';

/** The largest permitted difference between the clocks of this machine and of the database. */
const maxDifferenceMs = minutes(5);

/** The checks of the database, and of the keys whose ids are stored in the database. */
export const databaseChecks: readonly Check<DatabaseContext>[] = [
  {
    name: 'schema',
    async run({ database }) {
      const appliedMigrations = await rows.findMigrations(database.kysely);
      if (appliedMigrations.includes(copyMark))
        return fault('A copy into this database is not complete.', 'Run the same portal move or restore again.');
      const knownNames: readonly string[] = migrations.map(({ name }) => name);
      const newerMigrations = appliedMigrations.filter((name) => !knownNames.includes(name));
      if (newerMigrations.length > 0)
        return fault(
          `The database is of a newer version (${newerMigrations.join(', ')}).`,
          'Start that version, or restore a backup.',
        );
      const missingMigrations = knownNames.filter((name) => !appliedMigrations.includes(name));
      return missingMigrations.length > 0
        ? warning(`${missingMigrations.length} migrations have not run.`, 'Start the portal once.')
        : ok(knownNames.at(-1) ?? '');
    },
  },
  {
    name: 'integrity',
    async run({ database }) {
      const damageReports = await rows.findDamage(database.kysely);
      return damageReports.length === 0
        ? ok('no damage found')
        : fault(damageReports.join('; '), 'Stop the portal, and restore the newest backup.');
    },
  },
  {
    name: 'installation',
    async run({ database, config: { demo } }) {
      const installationKind = await findInstallation(database.kysely);
      if (installationKind === null)
        return warning('The portal was never started on this database.', 'Start it: portal start');
      const isWrongKind = (installationKind === 'demo') !== demo;
      return isWrongKind
        ? fault(`The database contains a ${installationKind}.`, 'Add or remove --demo, or use another database.')
        : ok(installationKind);
    },
  },
  {
    name: 'start',
    async run({ database, config, shell }) {
      try {
        await refuseWrongStart({ config, database, clock: shell.clock }, await planMigrations(database));
        return ok('a start would accept the keys and the database');
      } catch (error) {
        if (!(error instanceof StartFault || error instanceof DatabaseUnavailable)) throw error;
        return fault(
          `A start would be refused. ${error.message}`,
          'See "When it does not start" in docs/operating.md.',
        );
      }
    },
  },
  {
    name: 'clock',
    async run({ database, shell }) {
      const { jump } = await findClockRecord(database.kysely);
      if (jump)
        return fault(
          'The clock has jumped, and jobs are paused.',
          'Correct the clock; if it is right: portal clock accept',
        );
      return ok(new Date(shell.clock()).toISOString());
    },
  },
  {
    name: 'database-clock',
    async run({ database, shell }) {
      const at = await database.readTime();
      if (at === null) return skipped('SQLite uses the clock of this machine');
      const differenceMs = Math.abs(at - shell.clock());
      const text = `PostgreSQL and this machine differ by ${Math.round(differenceMs / 1000)} s`;
      return differenceMs > maxDifferenceMs ? fault(text, 'Set both clocks by NTP.') : ok(text);
    },
  },
  {
    name: 'licence-key',
    async run({ database, config: { licenceKeyFile: file } }) {
      if (file === null) return skipped('LICENCE_KEY_FILE is none');
      const currentKey = (await findSigningKeys(database.kysely)).find(({ status }) => status === 'current');
      if (!currentKey) return warning('No key signs licences yet.', 'Start the portal once.');
      const keyFile = await findLicenceKey(file, currentKey.keyId);
      return keyFile
        ? ok(`${currentKey.keyId} in ${keyFile.file}`)
        : fault(`The key ${currentKey.keyId} is not on this machine.`, 'Copy it here, or run: portal keys import');
    },
  },
  {
    name: 'licence-key-age',
    async run({ database, shell }) {
      const currentKey = (await findSigningKeys(database.kysely)).find(({ status }) => status === 'current');
      if (!currentKey) return skipped('there is no key');
      const age = shell.clock() - currentKey.createdAt;
      const text = `the key is ${formatDuration(age / 1000)} old`;
      return age > days(5 * 365) ? warning(text, 'Change it: portal keys next') : ok(text);
    },
  },
  {
    name: 'sealing-key',
    async run({ database, config: { sealKeyFile } }) {
      const currentKey = await findCurrentSealingKey(database.kysely);
      if (currentKey === null) return warning('There is no sealing key yet.', 'Start the portal once.');
      const keyFile = await findSealKey(sealKeyFile, currentKey);
      return keyFile
        ? ok(`${currentKey} in ${keyFile.file}`)
        : fault(`The key ${currentKey} is not on this machine.`, 'Copy it here, or run: portal keys import');
    },
  },
  {
    name: 'database-connection',
    async run({ database }) {
      const connection = await rows.findConnection(database.kysely);
      if (connection === null) return skipped('SQLite is a file of this machine');
      const rights = connection.isOwner
        ? 'the role owns the tables, so it could also remove the protection of the audit log'
        : 'the role may only read and write rows';
      if (connection.isEncrypted) return ok(`encrypted; ${rights}`);
      return connection.isLocal
        ? ok(`on this machine; ${rights}`)
        : warning(`not encrypted, to another machine; ${rights}`, 'Add ?sslmode=verify-full to DATABASE_URL.');
    },
  },
  {
    name: 'database-connections',
    async run({ database, shell, config: { databaseConnections } }) {
      const limit = await rows.findConnectionLimit(database.kysely);
      if (limit === null) return skipped('SQLite has no connections');
      const portals = Math.max(1, await rows.countPortals(database.kysely, shell.clock()));
      // One more portal runs during an update.
      const needed = (portals + 1) * databaseConnections;
      const text = `${portals} portals and one more during an update open at most ${needed} of ${limit} connections`;
      return needed <= limit
        ? ok(text)
        : warning(text, 'Lower DATABASE_CONNECTIONS, or raise the limit of PostgreSQL.');
    },
  },
  {
    name: 'audit-seals',
    async run({ database, config: { auditKeyFile } }) {
      const newestSeal = await findNewestSeal(database.kysely);
      if (!newestSeal) return skipped('the audit log has no seal yet');
      const { publicKey } = await readAuditKey(auditKeyFile);
      return findValidSeals(newestSeal.seal, publicKey).length > 0
        ? ok(`${auditKeyFile} has sealed the audit log`)
        : fault(
            `The audit log is sealed with another key than the one in ${auditKeyFile}.`,
            'Put the right one back, or, if it is lost: portal keys audit next --reason "..."',
          );
    },
  },
  {
    name: 'audit-log',
    async run({ database, shell, config: { auditKeyFile } }) {
      const { witnesses } = existsSync(auditKeyFile)
        ? await readStoredWitnesses(database.kysely, auditKeyFile)
        : { witnesses: [] };
      const chain = await verifyChain(database.kysely, witnesses);
      if (!chain.ok)
        return fault(
          `The audit log is broken${chain.auditId === null ? '' : ` at entry ${chain.auditId}`}. ${describeChainFault(chain.fault)}`,
          'Keep the database, and read "The data is damaged" in docs/operating.md.',
        );
      const lastVerification = await findLastVerification(database.kysely);
      if (!lastVerification?.finishedAt)
        return warning(
          `intact, ${chain.entries} entries; no portal has verified it yet`,
          'Start the portal, which verifies it each day.',
        );
      const { waiting: waitingEntries, since } = chain;
      if (since !== null && shell.clock() - since > minutes(10))
        return warning(
          `${waitingEntries} entries are not in the chain, the oldest for ${formatDuration((shell.clock() - since) / 1000)}.`,
          'Start the portal, which adds them within seconds; if it runs, read its log (audit.chain).',
        );
      const age = shell.clock() - lastVerification.finishedAt;
      const text = `intact, ${chain.entries} entries; the portal verified it ${formatDuration(age / 1000)} ago`;
      return age > days(2) ? warning(text, 'Check that the portal runs: it verifies the log each day.') : ok(text);
    },
  },
  {
    name: 'backup',
    async run(context) {
      const { database, shell } = context;
      const lastBackup = await findLastBackup(database.kysely);
      const nextStep = 'Run as a job: portal backup --to PLACE --every 6h --keep 28';
      if (!lastBackup) return warning('There is no backup by portal backup.', nextStep);
      if (isBucket(lastBackup.file) && !context.network) return skipped('--offline');
      if (!(await isPresent(lastBackup.file, context.config)))
        return warning(
          `The last backup, ${lastBackup.file}, is not there.`,
          'If it is on another machine, run the doctor there; else: portal backup --to PLACE',
        );
      const age = shell.clock() - lastBackup.provenAt;
      const text = `${lastBackup.file}, proven ${formatDuration(age / 1000)} ago`;
      return age > hours(26) ? warning(text, nextStep) : ok(text);
    },
  },
  {
    name: 'versions',
    async run({ database, shell }) {
      const portals = await findRunningPortals(database.kysely, shell.clock());
      const versions = [...new Set([buildVersion, ...portals.map(({ version }) => version)])];
      if (portals.length === 0) return skipped('no portal runs on this database');
      return versions.length === 1
        ? ok(`this command and ${portals.length} running portals have version ${buildVersion}`)
        : warning(`Versions ${versions.join(', ')} are in use.`, 'Finish the upgrade on every machine.');
    },
  },
  {
    name: 'jobs',
    async run({ database, shell }) {
      const now = shell.clock();
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

/** Whether a backup is where it was written: in a folder of this machine, or in a bucket. */
async function isPresent(file: string, { bucketAccess: access, dataDir }: Config): Promise<boolean> {
  if (!isBucket(file)) return existsSync(file);
  const storage = await openStorage(dirname(file), { access, workFolder: dataDir });
  return (await storage.find(basename(file))) !== null;
}
