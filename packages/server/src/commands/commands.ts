import { resolve } from 'node:path';
import { defineCommand } from './command.ts';
import type { Command } from './command.ts';
import { kitCommands } from './kit-commands.ts';
import { passphraseOption } from './passphrase.ts';

/** All commands. Each imports its code when it runs, so that the help and short commands do not load the whole server. */
export const commands: readonly Command[] = [
  defineCommand({
    name: 'start',
    about: 'starts the portal, as npm start does',
    run: async ({ options }) => {
      const { start } = await import('#server/start.ts');
      await start(options.demo ? ['--demo'] : []);
      return null;
    },
  }),
  defineCommand({
    name: 'restart',
    about:
      'restarts the portals of this machine that a service manager runs, one after the other, and waits until they are ready',
    run: async (call) => (await import('./restart.ts')).restartPortals(call),
  }),
  defineCommand({
    name: 'doctor',
    about: 'checks the machine, the configuration, the keys, the database and the network; changes nothing',
    options: { offline: { is: 'flag', about: 'ask no other machine' } },
    run: async (call) => {
      const { diagnose } = await import('./doctor/doctor.ts');
      const { createNetwork } = await import('./doctor/network.ts');
      return diagnose(call, call.options.offline ? null : createNetwork());
    },
  }),
  defineCommand({
    name: 'create-admin',
    about: 'creates an administrator, and prints the link at which this person sets a password',
    argumentNames: ['<login>'],
    options: {
      'first-name': { is: 'text', value: 'NAME', about: 'the first name; Portal if absent' },
      'last-name': { is: 'text', value: 'NAME', about: 'the last name; Administrator if absent' },
    },
    run: async (call) => (await import('./create-admin.ts')).createAdmin(call, call.options),
  }),
  defineCommand({
    name: 'reset-password',
    about: 'prints a link at which a user sets a new password, and ends the waits after wrong attempts',
    argumentNames: ['<login>'],
    options: {
      'remove-second-factor': {
        is: 'flag',
        about: 'also removes authenticator apps, passkeys and recovery codes, and ends the sessions',
      },
    },
    run: async (call) =>
      (await import('./reset-password.ts')).resetPassword(call, call.options['remove-second-factor'] === true),
  }),
  defineCommand({
    name: 'end-sessions',
    about: 'ends the sessions of a user, or of everybody with --all',
    argumentNames: ['[login]'],
    options: { all: { is: 'flag', about: 'the sessions of all users' } },
    run: async (call) => (await import('./end-sessions.ts')).endSessions(call, call.options.all === true),
  }),
  defineCommand({
    name: 'backup',
    about: 'writes a checked backup of the database into one file, also while the portal runs',
    options: {
      to: { is: 'text', value: 'FOLDER', about: 'the folder of the backups; backups in the data folder if absent' },
      every: { is: 'text', value: 'TIME', about: 'go on and write one every 30m, 6h or 1d, until stopped' },
      keep: { is: 'text', value: 'N', about: 'keep the N newest backups of the folder, and delete older ones' },
    },
    run: async (call) => (await import('./backup.ts')).backUp(call, call.options),
  }),
  defineCommand({
    name: 'restore',
    about: 'puts a backup into the configured database, which must be empty, and holds its e-mails',
    argumentNames: ['<file>'],
    options: { check: { is: 'flag', about: 'only prove that it can be restored' } },
    run: async (call) => (await import('./restore.ts')).restore(call, call.options.check === true),
  }),
  defineCommand({
    name: 'move',
    about: 'copies the database from SQLite to PostgreSQL or back, and compares every row; portals must be stopped',
    options: {
      to: { is: 'text', value: 'TARGET', about: 'the address of a PostgreSQL database, or a new file for SQLite' },
      'to-file': { is: 'text', value: 'FILE', about: 'a file that contains the target, or - for standard input' },
    },
    run: async (call) => (await import('./move.ts')).move(call, call.options),
  }),
  defineCommand({
    name: 'keys list',
    about: 'every key that signs licences: its status, its file on this machine, its valid licences',
    run: async (call) => {
      const { listLicenceKeys, onLicenceKeys } = await import('./signing-keys.ts');
      return onLicenceKeys(call, listLicenceKeys);
    },
  }),
  defineCommand({
    name: 'keys next',
    about: 'creates the next key for licences (or takes the one in the file), and publishes it',
    argumentNames: ['[file]'],
    run: async (call) => {
      const { onLicenceKeys, readPem } = await import('./signing-keys.ts');
      const { addNextKey } = await import('#server/features/signing-keys/rotate-keys.ts');
      const [file] = call.words;
      const pem = file === undefined ? undefined : await readPem(resolve(call.runtime.cwd, file));
      return onLicenceKeys(call, (rotation) => addNextKey(rotation, pem));
    },
  }),
  defineCommand({
    name: 'keys switch',
    about: 'the next key signs licences from now on; licences of the one before stay valid to their end',
    run: async (call) => {
      const { onLicenceKeys } = await import('./signing-keys.ts');
      const { switchKeys } = await import('#server/features/signing-keys/rotate-keys.ts');
      return onLicenceKeys(call, switchKeys);
    },
  }),
  defineCommand({
    name: 'keys retire',
    about: 'destroys the private keys of former licence keys on this machine',
    run: async (call) => {
      const { onLicenceKeys } = await import('./signing-keys.ts');
      const { retireKeys } = await import('#server/features/signing-keys/rotate-keys.ts');
      return onLicenceKeys(call, retireKeys);
    },
  }),
  defineCommand({
    name: 'keys revoke',
    about: 'revokes a stolen licence key with its licences; without --for-good, shows what would happen',
    argumentNames: ['<id>'],
    options: { 'for-good': { is: 'flag', about: 'do it; it cannot be undone' } },
    run: async (call) => {
      const { onLicenceKeys } = await import('./signing-keys.ts');
      const { revokeKey } = await import('#server/features/signing-keys/revoke-key.ts');
      const revocation = { keyId: call.words.join(''), isMeant: call.options['for-good'] === true };
      return onLicenceKeys(call, (rotation) => revokeKey(rotation, revocation));
    },
  }),
  defineCommand({
    name: 'keys seal list',
    about: 'every key that seals secrets in the database: its status, how much it seals, its file on this machine',
    run: async (call) => {
      const { onSealKeys } = await import('./seal-keys.ts');
      const { listSealKeys } = await import('#server/sealing/change-seal-key.ts');
      return onSealKeys(call, listSealKeys);
    },
  }),
  defineCommand({
    name: 'keys seal next',
    about: 'creates the next sealing key, which seals nothing yet',
    run: async (call) => {
      const { onSealKeys } = await import('./seal-keys.ts');
      const { addNextSealKey } = await import('#server/sealing/change-seal-key.ts');
      return onSealKeys(call, addNextSealKey);
    },
  }),
  defineCommand({
    name: 'keys seal reseal',
    about: 'makes the next sealing key current and seals everything with it; continues after an interruption',
    run: async (call) => {
      const { onSealKeys } = await import('./seal-keys.ts');
      const { resealAll } = await import('#server/sealing/change-seal-key.ts');
      return onSealKeys(call, resealAll);
    },
  }),
  defineCommand({
    name: 'keys seal retire',
    about: 'destroys former sealing keys on this machine that seal nothing any more',
    run: async (call) => {
      const { onSealKeys } = await import('./seal-keys.ts');
      const { retireSealKeys } = await import('#server/sealing/change-seal-key.ts');
      return onSealKeys(call, retireSealKeys);
    },
  }),
  defineCommand({
    name: 'keys export',
    about: 'writes all keys of this machine into one file for the safe, encrypted with a passphrase',
    argumentNames: ['<file>'],
    options: passphraseOption,
    run: async (call) => (await import('./keys-export.ts')).exportKeys(call, call.options),
  }),
  defineCommand({
    name: 'keys import',
    about: 'puts the keys of such a file in their places; never replaces a key',
    argumentNames: ['<file>'],
    options: passphraseOption,
    run: async (call) => (await import('./keys-export.ts')).importKeys(call, call.options),
  }),
  defineCommand({
    name: 'clock',
    about: 'shows the time of this machine and whether the clock has jumped',
    run: async (call) => (await import('./clock.ts')).showClock(call),
  }),
  defineCommand({
    name: 'clock accept',
    about: 'the time of this machine is right: paused jobs run again',
    run: async (call) => (await import('./clock.ts')).acceptClock(call),
  }),
  defineCommand({
    name: 'audit verify',
    about: 'checks that nobody changed or cut the audit log; also against seals in logs, e-mails and licence files',
    argumentNames: ['[file or hash...]'],
    run: async (call) => (await import('./verify-audit.ts')).verifyAudit(call),
  }),
  defineCommand({
    name: 'mail hold',
    about: 'pauses all e-mails of this database and of its copies',
    run: async (call) => (await import('./hold-mail.ts')).pauseMail(call),
  }),
  defineCommand({
    name: 'mail release',
    about: 'sends e-mails again, also those that waited',
    run: async (call) => (await import('./hold-mail.ts')).resumeMail(call),
  }),
  defineCommand({
    name: 'verify-licence',
    about: 'verifies a licence file, a licence code or standard input (-) with the keys and the records of this portal',
    argumentNames: ['<file or code...>'],
    run: async (call) => (await import('./verify-licence.ts')).verifyLicence(call),
  }),
  defineCommand({
    name: 'issue',
    about: 'issues a licence without the running portal, on its database or on a restored backup',
    options: {
      code: { is: 'text', value: 'CODE', about: 'the verification code, a file with it, or - for standard input' },
      user: { is: 'text', value: 'LOGIN', about: 'the owner of the licence' },
      by: { is: 'text', value: 'LOGIN', about: 'the administrator who issues it, for the audit log' },
      out: { is: 'text', value: 'FILE', about: 'also write the licence file, which must not exist' },
    },
    run: async (call) => (await import('./issue.ts')).issue(call, call.options),
  }),
  defineCommand({
    name: 'import',
    about:
      'imports users, assignments or crmAccounts from a CSV file, as the page Import does: all rows are checked first',
    argumentNames: ['<list>', '<file>'],
    options: {
      by: { is: 'text', value: 'LOGIN', about: 'the administrator who imports, for the audit log' },
      'dry-run': { is: 'flag', about: 'only check the file' },
      'no-invitations': { is: 'flag', about: 'new users get no e-mail with a link that activates their account' },
    },
    run: async (call) => (await import('./import-csv.ts')).importCsv(call, call.options),
  }),
  defineCommand({
    name: 'export',
    about: 'writes users, requests, licenses, assignments or crmAccounts into a new CSV file',
    argumentNames: ['<list>', '<file>'],
    options: { by: { is: 'text', value: 'LOGIN', about: 'the administrator who exports, for the audit log' } },
    run: async (call) => (await import('./export-csv.ts')).exportCsv(call, call.options),
  }),
  ...kitCommands,
  defineCommand({
    name: 'version',
    about: 'the version of the portal, of its newest migration and of Node.js',
    run: async () => (await import('./version.ts')).showVersion(),
  }),
];
