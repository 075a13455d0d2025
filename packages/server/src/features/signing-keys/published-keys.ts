import type { Db } from '#server/database/database.ts';
import { findSigningKeys } from './signing-keys.repository.ts';

/** A public key as the world sees it: its id (16 hex digits), its 32 raw bytes (64), and its place in the rotation. */
export type PublishedKey = { kid: string; publicKey: string; status: 'current' | 'next' | 'retired' | 'revoked' };

/** All of them, the current one first. A revoked one stays in the list, so that its licences can be told from forged ones. */
export async function publishedKeys(db: Db): Promise<PublishedKey[]> {
  const rows = await findSigningKeys(db);
  return rows.map(({ keyId: kid, publicKey, status, revokedAt }) => ({
    kid,
    publicKey,
    status: revokedAt === null ? status : 'revoked',
  }));
}
