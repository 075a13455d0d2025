import { buildVersion } from '#server/platform/build-version.ts';
import { resolve } from 'node:path';
import { defineCommand, type Command, type Options } from './command.ts';
import { kitCommands } from './keys/kit-commands.ts';
import { passphraseOption } from './keys/passphrase.ts';

/** The option of a command that destroys a file which nothing can make again. */
const destroysOption = { yes: { is: 'flag', summary: 'do it; it cannot be undone' } } as const satisfies Options;

/** All commands. Each command imports its code when it runs, so that the help and short commands do not load the whole server. */
export const commands: readonly Command[] = [
  defineCommand({
    name: 'start',
    summary: 'starts the portal, as npm start does',
    run: async ({ options }) => {
      const { start } = await import('#server/start.ts');
      await start(options.demo ? ['--demo'] : []);
      return null;
    },
  }),
  defineCommand({
    name: 'restart',
    summary:
      'restarts the portals of this machine that a service manager runs, one after the other, and waits until they are ready',
    options: { yes: { is: 'flag', summary: 'another service manager than systemd starts the portals again' } },
    run: async (call) => (await import('./restart.ts')).restartPortals(call, call.options.yes === true),
  }),
  defineCommand({
    name: 'doctor',
    summary: 'checks the machine, the configuration, the keys, the database and the network; changes nothing',
    options: { offline: { is: 'flag', summary: 'ask no other machine' } },
    run: async (call) => {
      const { diagnose } = await import('./doctor/doctor.ts');
      const { createNetwork } = await import('./doctor/network.ts');
      return diagnose(call, call.options.offline ? null : createNetwork());
    },
  }),
  defineCommand({
    name: 'config',
    summary: 'shows the configuration as the portal uses it, and the source of each value, without secrets',
    run: async (call) => (await import('./show-config.ts')).showConfig(call),
  }),
  defineCommand({
    name: 'create-admin',
    summary: 'creates an administrator, and prints the link at which this person sets a password',
    argumentNames: ['<login>'],
    options: {
      'first-name': { is: 'text', value: 'NAME', summary: 'the first name; Portal if absent' },
      'last-name': { is: 'text', value: 'NAME', summary: 'the last name; Administrator if absent' },
    },
    run: async (call) => (await import('./accounts.ts')).createAdmin(call, call.options),
  }),
  defineCommand({
    name: 'reset-password',
    summary: 'prints a link at which a user sets a new password, and ends the waits after wrong attempts',
    argumentNames: ['<login>'],
    options: {
      'remove-second-factor': {
        is: 'flag',
        summary: 'also removes authenticator apps, passkeys and recovery codes, and ends the sessions',
      },
    },
    run: async (call) =>
      (await import('./accounts.ts')).resetPassword(call, call.options['remove-second-factor'] === true),
  }),
  defineCommand({
    name: 'end-sessions',
    summary: 'ends the sessions of a user, or of everybody with --all',
    argumentNames: ['[login]'],
    options: { all: { is: 'flag', summary: 'the sessions of all users' } },
    run: async (call) => (await import('./accounts.ts')).endSessions(call, call.options.all === true),
  }),
  defineCommand({
    name: 'backup',
    summary: 'writes a checked backup of the database into one file, also while the portal runs',
    options: {
      to: { is: 'text', value: 'PLACE', summary: 'a folder, or s3://bucket/prefix; BACKUP_DIR if absent' },
      every: { is: 'text', value: 'TIME', summary: 'go on and write one every 30m, 6h or 1d, until stopped' },
      keep: { is: 'text', value: 'N', summary: 'keep the N newest backups of the place, and delete older ones' },
    },
    run: async (call) => (await import('./database/backup.ts')).backUp(call, call.options),
  }),
  defineCommand({
    name: 'backups',
    summary: 'the backups of a folder or a bucket, the oldest first',
    options: { from: { is: 'text', value: 'PLACE', summary: 'a folder, or s3://bucket/prefix; BACKUP_DIR if absent' } },
    run: async (call) => (await import('./database/backup.ts')).showBackups(call, call.options),
  }),
  defineCommand({
    name: 'restore',
    summary: 'puts a backup into the configured database, which must be empty, and holds its e-mails',
    argumentNames: ['[file]'],
    options: {
      from: { is: 'text', value: 'FILE', summary: 'the backup, if it is not an argument: a file, or s3://bucket/name' },
      check: { is: 'flag', summary: 'only prove that it can be restored' },
      identity: {
        is: 'text',
        value: 'FILE',
        summary: 'the private key of an encrypted backup, as age-keygen wrote it',
      },
      'accept-faults': { is: 'flag', summary: 'also restore the backup of a damaged database, as it is' },
    },
    run: async (call) => (await import('./database/restore.ts')).restoreBackup(call, call.options),
  }),
  defineCommand({
    name: 'move',
    summary: 'copies the database from SQLite to PostgreSQL or back, and compares every row; portals must be stopped',
    options: {
      to: { is: 'text', value: 'TARGET', summary: 'the address of a PostgreSQL database, or a new file for SQLite' },
      'to-file': { is: 'text', value: 'FILE', summary: 'a file that contains the target, or - for standard input' },
      'accept-faults': { is: 'flag', summary: 'also copy a damaged database, as it is' },
    },
    run: async (call) => (await import('./database/move.ts')).moveDatabase(call, call.options),
  }),
  defineCommand({
    name: 'migrate',
    summary: 'changes the tables to those of this version, as a start does; for a role that owns the tables',
    options: { 'dry-run': { is: 'flag', summary: 'only print which migrations are missing' } },
    run: async (call) => (await import('./on-database.ts')).migrateDatabase(call, call.options['dry-run'] === true),
  }),
  defineCommand({
    name: 'keys list',
    summary: 'every key that signs licences: its status, its file on this machine, its valid licences',
    run: async (call) => {
      const { listLicenceKeys, runOnLicenceKeys } = await import('./keys/change-keys.ts');
      return runOnLicenceKeys(call, listLicenceKeys);
    },
  }),
  defineCommand({
    name: 'keys next',
    summary: 'creates the next key for licences (or takes the one in the file), and publishes it',
    argumentNames: ['[file]'],
    run: async (call) => {
      const { runOnLicenceKeys, readPem } = await import('./keys/change-keys.ts');
      const { addNextKey } = await import('#server/features/signing-keys/rotate-keys.ts');
      const [file] = call.args;
      const pem = file === undefined ? undefined : await readPem(resolve(call.shell.cwd, file));
      return runOnLicenceKeys(call, (rotation) => addNextKey(rotation, pem));
    },
  }),
  defineCommand({
    name: 'keys switch',
    summary: 'the next key signs licences from now on; licences of the one before stay valid to their end',
    run: async (call) => {
      const { runOnLicenceKeys } = await import('./keys/change-keys.ts');
      const { switchKeys } = await import('#server/features/signing-keys/rotate-keys.ts');
      return runOnLicenceKeys(call, switchKeys);
    },
  }),
  defineCommand({
    name: 'keys retire',
    summary: 'destroys the private keys of former licence keys on this machine; without --yes, names them',
    options: destroysOption,
    run: async (call) => {
      const { runOnLicenceKeys } = await import('./keys/change-keys.ts');
      const { retireKeys } = await import('#server/features/signing-keys/rotate-keys.ts');
      return runOnLicenceKeys(call, (rotation) => retireKeys(rotation, call.options.yes === true));
    },
  }),
  defineCommand({
    name: 'keys revoke',
    summary: 'revokes a stolen licence key with its licences; without --for-good, shows what would happen',
    argumentNames: ['<id>'],
    options: { 'for-good': { is: 'flag', summary: 'do it; it cannot be undone' } },
    run: async (call) => {
      const { runOnLicenceKeys } = await import('./keys/change-keys.ts');
      const { revokeKey } = await import('#server/features/signing-keys/rotate-keys.ts');
      const revocation = { keyId: call.args.join(''), isConfirmed: call.options['for-good'] === true };
      return runOnLicenceKeys(call, (rotation) => revokeKey(rotation, revocation));
    },
  }),
  defineCommand({
    name: 'keys seal list',
    summary: 'every key that seals secrets in the database: its status, how much it seals, its file on this machine',
    run: async (call) => {
      const { runOnSealKeys } = await import('./keys/change-keys.ts');
      const { listSealKeys } = await import('#server/sealing/change-seal-key.ts');
      return runOnSealKeys(call, listSealKeys);
    },
  }),
  defineCommand({
    name: 'keys seal next',
    summary: 'creates the next sealing key, which seals nothing yet',
    run: async (call) => {
      const { runOnSealKeys } = await import('./keys/change-keys.ts');
      const { addNextSealKey } = await import('#server/sealing/change-seal-key.ts');
      return runOnSealKeys(call, addNextSealKey);
    },
  }),
  defineCommand({
    name: 'keys seal reseal',
    summary: 'makes the next sealing key current and seals everything with it; continues after an interruption',
    run: async (call) => {
      const { runOnSealKeys } = await import('./keys/change-keys.ts');
      const { resealAll } = await import('#server/sealing/change-seal-key.ts');
      return runOnSealKeys(call, resealAll);
    },
  }),
  defineCommand({
    name: 'keys seal retire',
    summary: 'destroys former sealing keys on this machine that seal nothing any more; without --yes, names them',
    options: destroysOption,
    run: async (call) => {
      const { runOnSealKeys } = await import('./keys/change-keys.ts');
      const { retireSealKeys } = await import('#server/sealing/change-seal-key.ts');
      return runOnSealKeys(call, (keyChange) => retireSealKeys(keyChange, call.options.yes === true));
    },
  }),
  defineCommand({
    name: 'keys audit next',
    summary: 'creates another key for the seals of the audit log, after a loss or a theft; portals must be stopped',
    options: { reason: { is: 'text', value: 'TEXT', summary: 'why, for the audit log' } },
    run: async (call) => (await import('./keys/audit-key.ts')).changeAuditKey(call, call.options.reason),
  }),
  defineCommand({
    name: 'keys export',
    summary: 'writes all keys of this machine into one file for the safe, encrypted with a passphrase',
    argumentNames: ['<file>'],
    options: passphraseOption,
    run: async (call) => (await import('./keys/keys-export.ts')).exportKeys(call, call.options),
  }),
  defineCommand({
    name: 'keys import',
    summary: 'puts the keys of such a file in their places; never replaces a key',
    argumentNames: ['<file>'],
    options: passphraseOption,
    run: async (call) => (await import('./keys/keys-export.ts')).importKeys(call, call.options),
  }),
  defineCommand({
    name: 'clock',
    summary: 'shows the time of this machine and whether the clock has jumped',
    run: async (call) => (await import('./clock.ts')).showClock(call),
  }),
  defineCommand({
    name: 'clock accept',
    summary: 'the time of this machine is right: paused jobs run again',
    run: async (call) => (await import('./clock.ts')).acceptClock(call),
  }),
  defineCommand({
    name: 'audit verify',
    summary:
      'checks that nobody changed the audit log or removed entries; also against seals in logs, e-mails and licence files',
    argumentNames: ['[file or hash...]'],
    run: async (call) => (await import('./verify.ts')).verifyAudit(call),
  }),
  defineCommand({
    name: 'mail hold',
    summary: 'pauses all e-mails of this database and of its copies',
    run: async (call) => (await import('./hold-mail.ts')).pauseMail(call),
  }),
  defineCommand({
    name: 'mail release',
    summary: 'sends e-mails again, also those that waited',
    run: async (call) => (await import('./hold-mail.ts')).resumeMail(call),
  }),
  defineCommand({
    name: 'mail test',
    summary: 'sends one e-mail to an address now, and says what the mail server answers',
    argumentNames: ['<address>'],
    run: async (call) => (await import('./test-mail.ts')).testMail(call),
  }),
  defineCommand({
    name: 'verify-licence',
    summary:
      'verifies a licence file, a licence code or standard input (-) with the keys and the records of this portal',
    argumentNames: ['<file or code...>'],
    run: async (call) => (await import('./verify.ts')).verifyLicence(call),
  }),
  defineCommand({
    name: 'issue',
    summary: 'issues a licence without the running portal, on its database or on a restored backup',
    options: {
      code: { is: 'text', value: 'CODE', summary: 'the verification code, a file with it, or - for standard input' },
      user: { is: 'text', value: 'LOGIN', summary: 'the owner of the licence' },
      by: { is: 'text', value: 'LOGIN', summary: 'the administrator who issues it, for the audit log' },
      out: { is: 'text', value: 'FILE', summary: 'also write the licence file, which must not exist' },
    },
    run: async (call) => (await import('./issue.ts')).issueLicence(call, call.options),
  }),
  defineCommand({
    name: 'import',
    summary:
      'imports users, assignments or crmAccounts from a CSV file, as the page Import does: all rows are checked first',
    argumentNames: ['<list>', '<file>'],
    options: {
      by: { is: 'text', value: 'LOGIN', summary: 'the administrator who imports, for the audit log' },
      encoding: {
        is: 'text',
        value: 'NAME',
        summary: 'the encoding of the file, for example windows-1250, if the command cannot detect it',
      },
      'dry-run': { is: 'flag', summary: 'only check the file' },
      'no-invitations': { is: 'flag', summary: 'new users get no e-mail with a link that activates their account' },
    },
    run: async (call) => (await import('./database/import-csv.ts')).importCsv(call, call.options),
  }),
  defineCommand({
    name: 'export',
    summary: 'writes users, requests, licenses, assignments or crmAccounts into a new CSV file',
    argumentNames: ['<list>', '<file>'],
    options: { by: { is: 'text', value: 'LOGIN', summary: 'the administrator who exports, for the audit log' } },
    run: async (call) => (await import('./database/export-csv.ts')).exportCsv(call, call.options),
  }),
  defineCommand({
    name: 'files add',
    summary: 'stores a file of a release note in FILES_DIR or FILES_S3_BUCKET, and describes it',
    argumentNames: ['<version>', '<file>'],
    options: {
      tool: { is: 'text', value: 'ID', summary: 'the tool' },
      brand: { is: 'text', value: 'ID', summary: 'the brand; all brands if absent' },
      platform: { is: 'text', value: 'NAME', summary: 'the platform, for people, like "Windows 64-bit"' },
      everybody: { is: 'flag', summary: 'everybody may download it, and not only those who may use the tool' },
    },
    run: async (call) => (await import('./release-files.ts')).addReleaseFile(call, call.options),
  }),
  defineCommand({
    name: 'files copy',
    summary:
      'copies the files of release notes from a folder to FILES_DIR or FILES_S3_BUCKET; continues after an interruption',
    argumentNames: ['<folder>'],
    run: async (call) => (await import('./release-files.ts')).copyReleaseFiles(call),
  }),
  defineCommand({
    name: 'files list',
    summary: 'the files of release notes, and whether each is whole',
    run: async (call) => (await import('./release-files.ts')).listReleaseFiles(call),
  }),
  ...kitCommands,
  defineCommand({
    name: 'version',
    summary: 'the version of the portal, of its newest migration and of Node.js',
    run: async () => {
      const { migrations } = await import('#server/database/migrations.ts');
      const facts = { portal: buildVersion, migration: migrations.at(-1)?.name, node: process.versions.node };
      const lines = [`Basics Portal ${facts.portal}, migration ${facts.migration}, Node.js ${facts.node}`];
      return { ok: true, lines, facts };
    },
  }),
];
