import { readFile } from 'node:fs/promises';
import { formatKey, reportKeys } from '#server/features/signing-keys/key-report.ts';
import type { RotationContext } from '#server/features/signing-keys/rotate-keys.ts';
import { readLicenceKey } from '#server/platform/security/key-files.ts';
import { refuse, type Call, type Outcome } from '../command.ts';
import { runOnDatabase } from '../on-database.ts';
import type { SealKeyChange } from '#server/sealing/change-seal-key.ts';

export const runOnLicenceKeys = (call: Call, step: (rotation: RotationContext) => Promise<Outcome>): Promise<Outcome> =>
  runOnDatabase(call, async (database, { licenceKeyFile: file }) => {
    if (file === null) return refuse('LICENCE_KEY_FILE is none: this portal has no signing key.');
    return step({ database, file, now: call.shell.clock() });
  });

export async function listLicenceKeys({ database, ...at }: RotationContext): Promise<Outcome> {
  const keys = await reportKeys(database.kysely, at);
  return { ok: true, lines: keys.flatMap(formatKey), facts: { keys } };
}

/** Reads the file of a key that was created elsewhere; throws StartFault if the file contains no key. */
export async function readPem(file: string): Promise<string> {
  await readLicenceKey(file);
  return readFile(file, 'utf8');
}

/** Runs one step of replacing the key that encrypts secrets in the database. */
export const runOnSealKeys = (call: Call, step: (keyChange: SealKeyChange) => Promise<Outcome>): Promise<Outcome> =>
  runOnDatabase(call, (database, { sealKeyFile: file }) => step({ database, file, now: call.shell.clock() }));
