import { readSessionKey } from '#server/platform/security/key-files.ts';
import type { SealKeyChange } from '#server/sealing/change-seal-key.ts';
import type { Call, Outcome } from './command.ts';
import { runOnDatabase } from './on-database.ts';

/** Runs one step of replacing the key that encrypts secrets in the database. */
export const runOnSealKeys = (call: Call, step: (keyChange: SealKeyChange) => Promise<Outcome>): Promise<Outcome> =>
  runOnDatabase(call, async (database, { sealKeyFile: file, jwtKeyFile }) =>
    step({ database, file, sessionKey: await readSessionKey(jwtKeyFile), now: call.shell.clock() }),
  );
