import { runCommand } from './command.ts';
import type { CommandResult } from './command.ts';
import { systemClock } from './platform/clock.ts';
import { readSessionKey } from './platform/security/key-files.ts';
import { addNextSealKey, listSealKeys, resealAll, retireSealKeys } from './sealing/change-seal-key.ts';
import type { Changing } from './sealing/change-seal-key.ts';

const usage = `npm run seal-keys -- <what>, for the keys that secrets in the database are sealed with; see docs/operating.md.

  list      every key: its status, how much it seals, and its file on this machine
  next      creates the next key, which seals nothing yet
  reseal    makes the next key current, and seals everything with the current key; run it again after an interruption
  retire    destroys former keys on this machine that seal nothing any more`;

const verbs: Readonly<Record<string, (changing: Changing) => Promise<CommandResult>>> = {
  list: listSealKeys,
  next: addNextSealKey,
  reseal: resealAll,
  retire: retireSealKeys,
};

const words = process.argv.slice(2);
const [what = ''] = words.filter((word) => word !== '--demo');
await runCommand(
  words.filter((word) => word === '--demo'),
  async (database, { sealKeyFile: file, jwtKeyFile }) => {
    const verb = verbs[what];
    if (!verb) return { ok: false, lines: [usage] };
    return verb({ database, file, sessionKey: await readSessionKey(jwtKeyFile), now: systemClock() });
  },
);
