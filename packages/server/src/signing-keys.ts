import { readFile } from 'node:fs/promises';
import { runCommand } from './command.ts';
import type { CommandResult } from './command.ts';
import { formatKey, reportKeys } from './features/signing-keys/key-report.ts';
import { revokeKey } from './features/signing-keys/revoke-key.ts';
import { addNextKey, retireKeys, switchKeys } from './features/signing-keys/rotate-keys.ts';
import type { RotationContext } from './features/signing-keys/rotating.ts';
import { systemClock } from './platform/clock.ts';
import { readLicenceKey } from './platform/security/key-files.ts';

const usage = `npm run keys -- <what>, for the keys that licences are signed with; docs/operating.md has the drill.

  list                     every key: where it stands, whether its private half is here, how many licences of it run
  next [file]              makes the key that comes next (or takes the one in the file), and publishes it
  switch                   the next key signs from now on; licences of the one before stay valid to their end
  retire                   destroys the private halves of former keys on this machine
  revoke <id> --for-good   nobody shall trust this key any more: for one that was stolen`;

const subcommands: Readonly<
  Record<string, (rotating: RotationContext, rest: readonly string[]) => Promise<CommandResult>>
> = {
  list: async ({ database, ...at }) => ({
    ok: true,
    lines: (await reportKeys(database.kysely, at)).flatMap(formatKey),
  }),
  next: async (rotating, [made]) => addNextKey(rotating, made === undefined ? undefined : await readPem(made)),
  switch: switchKeys,
  retire: retireKeys,
  revoke: (rotating, rest) =>
    revokeKey(rotating, {
      keyId: rest.filter((word) => !word.startsWith('--')).join(''),
      isMeant: rest.includes('--for-good'),
    }),
};

const words = process.argv.slice(2);
const [what = '', ...rest] = words.filter((word) => word !== '--demo');
await runCommand(
  words.filter((word) => word === '--demo'),
  async (database, { licenceKeyFile: file }) => {
    const verb = subcommands[what];
    if (!verb) return { ok: false, lines: [usage] };
    if (file === null) return { ok: false, lines: ['LICENCE_KEY_FILE is none: this portal has no signing key.'] };
    return verb({ database, file, now: systemClock() }, rest);
  },
);

/** Reads the file of a key that was created elsewhere; throws StartFault if it is not a key. */
async function readPem(file: string): Promise<string> {
  await readLicenceKey(file);
  return readFile(file, 'utf8');
}
