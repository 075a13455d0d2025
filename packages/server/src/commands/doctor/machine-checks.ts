import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { findMisspelt } from '#server/config/read-settings.ts';
import { environmentKeys, isSecret } from '#server/config/config.ts';
import { readTextIfPresent } from '#server/platform/files.ts';
import { readAuditKey, readSessionKey } from '#server/platform/security/key-files.ts';
import { fault, ok, skipped, warning, type Check, type CheckContext } from './check.ts';

const bytesPerGib = 2 ** 30;

/** The checks that need no database. */
export const machineChecks: readonly Check<CheckContext>[] = [
  {
    name: 'node',
    async run() {
      const { node } = process.versions;
      const major = Number.parseInt(node, 10);
      if (major > 24) return warning(`Node.js ${node} is not tested with this version.`, 'Install Node.js 24.');
      return major === 24 ? ok(`Node.js ${node}`) : fault(`Node.js ${node} is too old.`, 'Install Node.js 24.');
    },
  },
  {
    name: 'configuration-names',
    async run({ shell }) {
      const misspeltNames = findMisspelt(Object.keys(shell.environment), environmentKeys);
      const spellingHints = misspeltNames.map(({ givenName, meantName }) => `${givenName} (${meantName}?)`);
      return spellingHints.length === 0
        ? ok('no name looks misspelt')
        : warning(
            `The portal does not read ${spellingHints.join(', ')}.`,
            'Correct or remove these names in the environment.',
          );
    },
  },
  {
    name: 'settings-file',
    async run({ shell }) {
      const file = join(shell.home, '.env');
      const text = await readTextIfPresent(file);
      if (text === null) return skipped('there is no file .env');
      const { mode } = await stat(file);
      const secretNames = Object.entries(parseEnv(text)).flatMap(([name, value]) =>
        isSecret(name, value ?? '') ? [name] : [],
      );
      return process.platform === 'win32' || (mode & 0o077) === 0 || secretNames.length === 0
        ? ok(file)
        : fault(`Other users of this machine may read ${secretNames.join(', ')} in ${file}.`, `Run: chmod 600 ${file}`);
    },
  },
  {
    name: 'data-folder',
    async run({ config: { dataDir } }) {
      try {
        const { R_OK, W_OK, X_OK } = constants;
        await access(dataDir, R_OK | W_OK | X_OK);
        const { mode } = await stat(dataDir);
        if (process.platform !== 'win32' && (mode & 0o077) !== 0)
          return warning(`Other users of this machine may enter ${dataDir}.`, `Run: chmod 700 ${dataDir}`);
        return ok(dataDir);
      } catch {
        return fault(
          `${dataDir} cannot be read and written.`,
          'Give the user of the service the right to it, or set DATA_DIR.',
        );
      }
    },
  },
  {
    name: 'disk',
    async run({ config: { dataDir } }) {
      const { bavail, bsize, blocks } = await statfs(dataDir);
      const freeSpaceText = `${((bavail * bsize) / bytesPerGib).toFixed(1)} GiB free (${Math.round((100 * bavail) / blocks)} %)`;
      if (bavail * bsize < bytesPerGib / 4)
        return fault(freeSpaceText, 'Delete files or enlarge the disk: nothing can be stored soon.');
      return bavail / blocks < 0.1
        ? warning(freeSpaceText, 'Enlarge the disk, or move backups to another one.')
        : ok(freeSpaceText);
    },
  },
  {
    name: 'session-key',
    run: ({ config: { jwtKeyFile } }) => checkKey(() => readSessionKey(jwtKeyFile), jwtKeyFile),
  },
  {
    name: 'audit-key',
    run: ({ config: { auditKeyFile } }) => checkKey(() => readAuditKey(auditKeyFile), auditKeyFile),
  },
  {
    name: 'public-address',
    async run({ config: { publicUrl, host } }) {
      if (publicUrl.startsWith('https:')) return ok(publicUrl);
      const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host);
      return isLocal
        ? ok(`${publicUrl}, only on this machine`)
        : fault(
            `${publicUrl} sends passwords unencrypted.`,
            'Put a proxy with TLS in front, and set PUBLIC_URL to its https address.',
          );
    },
  },
  {
    name: 'trusted-proxies',
    async run({ config: { publicUrl, trustedProxies } }) {
      if (!publicUrl.startsWith('https:')) return skipped('PUBLIC_URL is not https');
      return trustedProxies.length > 0
        ? ok(trustedProxies.join(', '))
        : warning(
            'All requests seem to come from the proxy, so limits for sign-in apply to all people together.',
            'Set TRUSTED_PROXIES.',
          );
    },
  },
  {
    name: 'human-verification',
    async run({
      config: {
        publicUrl,
        humanVerification: { kind },
      },
    }) {
      return kind === 'off' && publicUrl.startsWith('https:')
        ? warning(
            'HUMAN_VERIFICATION is off.',
            'Set it to altcha, so that programs cannot register and guess passwords.',
          )
        : ok(kind);
    },
  },
];

async function checkKey(read: () => Promise<unknown>, file: string) {
  try {
    await read();
    return ok(file);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return fault(text, 'Put the key back: portal keys import');
  }
}
