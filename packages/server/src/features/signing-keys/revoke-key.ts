import { reportKeys, describeValidLicenses } from './key-report.ts';
import type { KeyReport } from './key-report.ts';
import { recordChange, refuseCommand } from './rotating.ts';
import type { RotationContext, CommandResult } from './rotating.ts';
import { changeSigningKey, lockSigningKeys, revokeLicensesOf } from './signing-keys.repository.ts';

type Revocation = {
  /** The key's id, or at least its first 8 digits, which a licence code contains. */
  keyId: string;
  /** Whether the key is to be revoked; false returns only the warning. */
  isMeant: boolean;
};

/**
 * Revokes a stolen key, which tools must no longer trust. The valid licences of the key are also revoked, because every tool that knows of
 * the revocation refuses them; their owners need new licences.
 */
export async function revokeKey(
  { database, file, now }: RotationContext,
  { keyId, isMeant }: Revocation,
): Promise<CommandResult> {
  const keys = await reportKeys(database.kysely, { file, now });
  const key = keyId.length >= 8 ? keys.find((lockedKey) => lockedKey.keyId.startsWith(keyId)) : undefined;
  if (!key) return refuseCommand(`No key of this portal is called ${keyId || 'nothing'}. See: portal keys list`);
  if (key.state === 'revoked') return { ok: true, lines: [`The key ${key.keyId} is revoked already.`] };
  if (key.state === 'current')
    return refuseCommand(`The key ${key.keyId} signs now. First take another one: portal keys next, then switch.`);
  if (!isMeant) return createWarning(key);
  const revokedLicenses = await database.transact(async (trx) => {
    const lockedKeys = await lockSigningKeys(trx);
    if (!lockedKeys.some((lockedKey) => lockedKey.keyId === key.keyId && lockedKey.status !== 'current')) return null;
    await changeSigningKey(trx, key.keyId, { status: 'retired', revokedAt: now });
    const licenses = await revokeLicensesOf(trx, key.keyId, { now, reason: 'The key that signed it was revoked.' });
    await recordChange(trx, now, { keyId: key.keyId, action: 'signingKey.revoke', after: { licenses } });
    return licenses;
  });
  if (revokedLicenses === null) return refuseCommand('Somebody else changed the keys just now. See: portal keys list');
  return {
    ok: true,
    lines: [
      `The key ${key.keyId} is revoked, and ${revokedLicenses} of its licences with it.`,
      'Next: have every tool learn the keys anew (basics trust <address of the portal>), tell those whose licences these',
      'were to make a new code, and destroy the private half: portal keys retire',
    ],
  };
}

const createWarning = (key: KeyReport): CommandResult =>
  refuseCommand(
    `Revoking ${key.keyId} cannot be undone: ${describeValidLicenses(key)}, and none of them would count any more.`,
    'Each of these PCs then needs a new code and a new licence. This is for a key that somebody else may hold; one that',
    'is only old is retired instead, and its licences stay valid to their end.',
    `If you mean it: portal keys revoke ${key.keyId} --for-good`,
  );
