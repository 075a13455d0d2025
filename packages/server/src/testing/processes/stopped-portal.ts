import { join } from 'node:path';
import { createLicenseKey } from '#server/features/licenses/license-key.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import {
  readLicenceKey,
  readSealKey,
  writeLicenceKey,
  writeSealKey,
  writeSessionKey,
} from '#server/platform/security/key-files.ts';
import { computeSecretKeyId } from '#server/platform/security/seal.ts';
import { claimFirstSealingKey } from '#server/sealing/sealing-keys.repository.ts';
import type { DatabaseKind } from '../database/databases.ts';
import { createOperator } from './operator.ts';
import { noon, openPortal } from '../portal.ts';

/** Creates the keys and the database of a stopped portal, with an administrator and a customer. */
export async function createStoppedPortal(kind: DatabaseKind) {
  const operator = await createOperator(kind);
  const { folder, database } = operator;
  const keys = { licence: join(folder, 'keys/licence.pem'), seal: join(folder, 'keys/seal.key') };
  await writeLicenceKey(keys.licence);
  await writeSealKey(keys.seal);
  await writeSessionKey(join(folder, 'keys/session.key'));
  const key = createLicenseKey(await readLicenceKey(keys.licence));
  const sealKeyId = computeSecretKeyId(await readSealKey(keys.seal));
  await database.transact((trx) => claimFirstSealingKey(trx, sealKeyId, noon));
  const portal = await openPortal(database);
  // `openPortal` has inserted its own signing key, which is not used here.
  await database.kysely.deleteFrom('signingKeys').execute();
  await insertSigningKey(database.kysely, { ...key, at: noon });
  await portal.addUser({ login: 'root@portal.example', profileId: 1 });
  await portal.addUser({ login: 'cad@customer.example', grants: [{ brand: 'blue' }] });
  return operator;
}
