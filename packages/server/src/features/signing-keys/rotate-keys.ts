import { bytesToHex } from '@basics/licensing/bytes.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { nodePrimitives, createSignerFromPem } from '@basics/licensing/node-primitives.ts';
import {
  addLicenceKey,
  createLicenceKeyPath,
  createLicencePem,
  removeLicenceKey,
} from '#server/platform/security/key-files.ts';
import { reportKeys, describeValidLicenses } from './key-report.ts';
import type { KeyReport } from './key-report.ts';
import { recordKeyChange, refuseCommand } from './rotating.ts';
import type { RotationContext, CommandResult } from './rotating.ts';
import { changeSigningKey, findSigningKeys, lockSigningKeys, insertSigningKey } from './signing-keys.repository.ts';

/** Creates the next key, or uses the key in `pem`, and publishes its public key. */
export async function addNextKey(
  { database, file, now }: RotationContext,
  pem = createLicencePem(),
): Promise<CommandResult> {
  const { publicKey } = createSignerFromPem(pem);
  const keyId = computeKeyId(publicKey, nodePrimitives);
  const conflict = findConflict(await findSigningKeys(database.kysely), keyId);
  if (conflict) return conflict.refusal;
  const { file: keyFile } = await addLicenceKey(file, pem);
  const lateConflict = await database.transact(async (trx) => {
    const newConflict = findConflict(await lockSigningKeys(trx), keyId);
    if (newConflict) return newConflict;
    await insertSigningKey(trx, { keyId, publicKey: bytesToHex(publicKey), at: now, status: 'next' });
    await recordKeyChange(trx, now, { keyId, action: 'signingKey.next' });
    return null;
  });
  if (lateConflict)
    return lateConflict.keyId === keyId
      ? lateConflict.refusal
      : refuseCommand(...lateConflict.refusal.lines, `Destroy ${keyFile}: nothing uses it.`);
  return {
    ok: true,
    lines: [
      `The key ${keyId} is the next key. It is published now, and does not sign yet.`,
      `Its private key: ${keyFile}`,
      'Next: copy this file to your safe, and to every other machine that runs this portal. Let every tool fetch the',
      'key (basics trust <address of the portal>). Then: portal keys switch',
    ],
  };
}

/** Returns why a key cannot be added, with the id of the key that prevents it; null if the key can be added. */
function findConflict(keys: readonly { keyId: string; status: string }[], keyId: string) {
  const nextKey = keys.find(({ status }) => status === 'next');
  if (nextKey) {
    const message = `The key ${nextKey.keyId} is already the next key. First switch to it, or revoke it.`;
    return { keyId: nextKey.keyId, refusal: refuseCommand(message) };
  }
  if (!keys.some((key) => key.keyId === keyId)) return null;
  return {
    keyId,
    refusal: refuseCommand(`The portal already has the key ${keyId}. To see all keys: portal keys list`),
  };
}

/** Makes the next key the current one. Licences of the previous key stay valid until they expire. */
export async function switchKeys({ database, file, now }: RotationContext): Promise<CommandResult> {
  const keys = await reportKeys(database.kysely, { file, now });
  const nextKey = keys.find(({ state }) => state === 'next');
  if (!nextKey) return refuseCommand('There is no next key. Create one, and let every tool fetch it: portal keys next');
  if (nextKey.file === null)
    return refuseCommand(
      `The private key of ${nextKey.keyId} is not on this machine. Copy ${createLicenceKeyPath(file, nextKey.keyId)} from the machine that created it.`,
    );
  const current = keys.find(({ state }) => state === 'current');
  const isSwitched = await database.transact(async (trx) => {
    const lockedKeys = await lockSigningKeys(trx);
    if (!lockedKeys.some(({ keyId, status }) => keyId === nextKey.keyId && status === 'next')) return false;
    if (current) await changeSigningKey(trx, current.keyId, { status: 'retired' });
    await changeSigningKey(trx, nextKey.keyId, { status: 'current' });
    const auditValues = { former: current?.keyId ?? null };
    await recordKeyChange(trx, now, { keyId: nextKey.keyId, action: 'signingKey.switch', after: auditValues });
    return true;
  });
  if (!isSwitched) return refuseCommand('Someone else has just changed the keys. To see them: portal keys list');
  const formerKeyLines = current
    ? [`${current.keyId} no longer signs, and stays published: ${describeValidLicenses(current)}.`]
    : [];
  return {
    ok: true,
    lines: [
      `From now on, licences are signed with ${nextKey.keyId}. Running portals use it without a restart.`,
      ...formerKeyLines,
      'Next: issue a licence and install it. If that works: portal keys retire',
    ],
  };
}

/** Destroys the private keys that no longer sign. Their public keys stay published. */
export async function retireKeys({ database, file, now }: RotationContext): Promise<CommandResult> {
  const keys = await reportKeys(database.kysely, { file, now });
  const formerKeys = keys.filter((key) => key.file !== null && (key.state === 'retired' || key.state === 'revoked'));
  const lines: string[] = [];
  for (const key of formerKeys) lines.push(...(await destroyPrivateKey({ database, file, now }, key)));
  if (formerKeys.length === 0) return { ok: true, lines: ['No private key of a former key is on this machine.'] };
  return {
    ok: true,
    lines: [...lines, 'Next: destroy the copies of these keys too, in your safe and on other machines.'],
  };
}

async function destroyPrivateKey({ database, file, now }: RotationContext, key: KeyReport): Promise<string[]> {
  const files = await removeLicenceKey(file, key.keyId);
  await database.transact((trx) => recordKeyChange(trx, now, { keyId: key.keyId, action: 'signingKey.retire' }));
  return [
    ...files.map((path) => `The private key of ${key.keyId} is destroyed: ${path}`),
    `Its public key stays published: ${describeValidLicenses(key)}.`,
  ];
}
