import type { Db } from '#server/database/database.ts';
import { findSigningKeys } from './signing-keys.repository.ts';

/**
 * A published public key: its id (16 hex digits), its 32 bytes (64 hex digits), and its state in the rotation of keys.
 */
export type PublishedKey = { kid: string; publicKey: string; status: 'current' | 'next' | 'retired' | 'revoked' };

/**
 * Lists all public keys, the current key first. A revoked key stays in the list, so that tools can distinguish its
 * licences from forged ones.
 */
export async function listPublishedKeys(db: Db): Promise<PublishedKey[]> {
  const rows = await findSigningKeys(db);
  return rows.map(({ keyId: kid, publicKey, status, revokedAt }) => ({
    kid,
    publicKey,
    status: revokedAt === null ? status : 'revoked',
  }));
}
