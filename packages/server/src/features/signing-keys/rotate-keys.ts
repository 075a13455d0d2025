import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { nodePrimitives, createSignerFromPem } from '@basics/licensing/node-primitives.ts';
import type { Database } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import {
  addLicenceKey,
  createLicenceKeyPath,
  createLicencePem,
  removeLicenceKey,
} from '#server/platform/security/key-files.ts';
import { reportKeys, describeValidLicenses, type KeyReport } from './key-report.ts';
import {
  changeSigningKey,
  findSigningKeys,
  insertSigningKey,
  lockSigningKeys,
  revokeLicensesOf,
} from './signing-keys.repository.ts';

/** `file` is the path of the licence key in the configuration; other keys are stored next to it. `now` is in Unix milliseconds. */
export type RotationContext = { database: Database; file: string; now: number };

/** The output of a command, and whether the command did its work. `facts` are for programs. */
type CommandResult = { ok: true; lines: readonly string[]; facts: Readonly<Record<string, unknown>> } | Refusal;
type Refusal = { ok: false; lines: readonly string[] };

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
    facts: { keyId, file: keyFile },
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
      'Next: issue a licence and install it. If that works: portal keys retire --yes',
    ],
    facts: { keyId: nextKey.keyId, former: current?.keyId ?? null },
  };
}

/**
 * Destroys the private keys that no longer sign. Their public keys stay published. Without `isConfirmed`, only names the keys that would be
 * destroyed.
 */
export async function retireKeys(
  { database, file, now }: RotationContext,
  isConfirmed: boolean,
): Promise<CommandResult> {
  const keys = await reportKeys(database.kysely, { file, now });
  const formerKeys = keys.filter((key) => key.file !== null && (key.state === 'retired' || key.state === 'revoked'));
  if (formerKeys.length === 0)
    return { ok: true, lines: ['No private key of a former key is on this machine.'], facts: { destroyed: [] } };
  if (!isConfirmed)
    return refuseCommand(
      ...formerKeys.map((key) => `The private key of ${key.keyId} would be destroyed: ${key.file}`),
      'This cannot be undone. To destroy it: portal keys retire --yes',
    );
  const destroyed: { keyId: string; files: string[] }[] = [];
  for (const { keyId } of formerKeys)
    destroyed.push({ keyId, files: await destroyPrivateKey({ database, file, now }, keyId) });
  return {
    ok: true,
    lines: [
      ...formerKeys.flatMap((key, index) => [
        ...(destroyed[index]?.files ?? []).map((path) => `The private key of ${key.keyId} is destroyed: ${path}`),
        `Its public key stays published: ${describeValidLicenses(key)}.`,
      ]),
      'Next: destroy the copies of these keys too, in your safe and on other machines.',
    ],
    facts: { destroyed },
  };
}

async function destroyPrivateKey({ database, file, now }: RotationContext, keyId: string): Promise<string[]> {
  const files = await removeLicenceKey(file, keyId);
  await database.transact((trx) => recordKeyChange(trx, now, { keyId, action: 'signingKey.retire' }));
  return files;
}

type Revocation = {
  /** The key's id, or at least its first 8 digits, which a licence code contains. */
  keyId: string;
  /** Whether the operator has confirmed the revocation. If false, the function only returns a warning. */
  isConfirmed: boolean;
};

/**
 * Revokes a stolen key, so that tools no longer trust it. The valid licences of the key are also revoked, because every
 * tool that knows of the revocation refuses them. The owners of these licences need new licences.
 */
export async function revokeKey(
  { database, file, now }: RotationContext,
  { keyId, isConfirmed }: Revocation,
): Promise<CommandResult> {
  const keys = await reportKeys(database.kysely, { file, now });
  const key = keyId.length >= 8 ? keys.find((lockedKey) => lockedKey.keyId.startsWith(keyId)) : undefined;
  if (!key) return refuseCommand(`This portal has no key with the ID “${keyId}”. To see all keys: portal keys list`);
  if (key.state === 'revoked')
    return { ok: true, lines: [`The key ${key.keyId} is already revoked.`], facts: { keyId: key.keyId, licences: 0 } };
  if (key.state === 'current')
    return refuseCommand(
      `The key ${key.keyId} is the current key. First switch to another key: portal keys next, then portal keys switch.`,
    );
  if (!isConfirmed) return createWarning(key);
  const revokedLicenses = await database.transact(async (trx) => {
    const lockedKeys = await lockSigningKeys(trx);
    if (!lockedKeys.some((lockedKey) => lockedKey.keyId === key.keyId && lockedKey.status !== 'current')) return null;
    await changeSigningKey(trx, key.keyId, { status: 'retired', revokedAt: now });
    const licenses = await revokeLicensesOf(trx, key.keyId, { now, reason: 'The key that signed it was revoked.' });
    await recordKeyChange(trx, now, { keyId: key.keyId, action: 'signingKey.revoke', after: { licenses } });
    return licenses;
  });
  if (revokedLicenses === null)
    return refuseCommand('Someone else has just changed the keys. To see them: portal keys list');
  return {
    ok: true,
    lines: [
      `The key ${key.keyId} is revoked. Licences that are revoked with it: ${revokedLicenses}.`,
      'Next: let every tool fetch the keys again (basics trust <address of the portal>). Ask the owners of these licences',
      'to create new verification codes. Then destroy the private key: portal keys retire --yes',
    ],
    facts: { keyId: key.keyId, licences: revokedLicenses },
  };
}

const createWarning = (key: KeyReport): Refusal =>
  refuseCommand(
    `Revoking ${key.keyId} cannot be undone: ${describeValidLicenses(key)}, and no tool will accept them any more.`,
    'Each of these PCs then needs a new code and a new licence. Revoke only a key that someone may have stolen.',
    'To replace an old key, retire it: its licences stay valid until they expire.',
    `To revoke the key: portal keys revoke ${key.keyId} --for-good`,
  );

const refuseCommand = (...lines: string[]): Refusal => ({ ok: false, lines });

type KeyChange = { keyId: string; action: AuditAction; after?: Record<string, unknown> };

/** Records a change to the keys in the audit log. Operators have no account, so the entry has no actor. */
const recordKeyChange = (trx: Trx, at: number, { keyId, action, after = {} }: KeyChange): Promise<void> =>
  recordAudit(trx, { at, actorId: null, requestId: null, action, subject: { kind: 'signingKey', id: keyId }, after });
