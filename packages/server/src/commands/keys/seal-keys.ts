import type { SealKeyChange } from '#server/sealing/change-seal-key.ts';
import type { Call, Outcome } from '../command.ts';
import { runOnDatabase } from '../on-database.ts';

/** Runs one step of replacing the key that encrypts secrets in the database. */
export const runOnSealKeys = (call: Call, step: (keyChange: SealKeyChange) => Promise<Outcome>): Promise<Outcome> =>
  runOnDatabase(call, (database, { sealKeyFile: file }) => step({ database, file, now: call.shell.clock() }));
