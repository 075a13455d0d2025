import { reportKeys, describeValidLicenses } from './key-report.ts';
import type { KeyReport } from './key-report.ts';
import { recordKeyChange, refuseCommand } from './rotating.ts';
import type { RotationContext, CommandResult } from './rotating.ts';
import { changeSigningKey, lockSigningKeys, revokeLicensesOf } from './signing-keys.repository.ts';

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
  if (key.state === 'revoked') return { ok: true, lines: [`The key ${key.keyId} is already revoked.`] };
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
      'to create new verification codes. Then destroy the private key: portal keys retire',
    ],
  };
}

const createWarning = (key: KeyReport): CommandResult =>
  refuseCommand(
    `Revoking ${key.keyId} cannot be undone: ${describeValidLicenses(key)}, and no tool will accept them any more.`,
    'Each of these PCs then needs a new code and a new licence. Revoke only a key that someone may have stolen.',
    'To replace an old key, retire it: its licences stay valid until they expire.',
    `To revoke the key: portal keys revoke ${key.keyId} --for-good`,
  );
