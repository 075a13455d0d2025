import type { Db } from '#server/database/foundation.ts';
import { findLicenceKey } from '#server/platform/security/key-files.ts';
import { countValidLicenses, findKitKeyIds, findSigningKeys } from './signing-keys.repository.ts';

/** A signing key in the report for operators; times in Unix milliseconds. */
export type KeyReport = {
  keyId: string;
  /** An `emergency` key signs only the licences of an emergency kit, and never in the portal. */
  state: 'current' | 'next' | 'retired' | 'emergency' | 'revoked';
  madeAt: number;
  /** The file of the private key, or null if the file is not on this machine. */
  file: string | null;
  /** The number of licences of the key that are still valid. */
  licenses: number;
  lastEndsAt: number | null;
};

/** Reports all signing keys, the current key first. `file` is the path of the licence key in the configuration. */
export async function reportKeys(db: Db, { file, now }: { file: string; now: number }): Promise<KeyReport[]> {
  const validCounts = new Map((await countValidLicenses(db, now)).map((row) => [row.keyId, row]));
  const rows = await findSigningKeys(db);
  const kitKeyIds = new Set(await findKitKeyIds(db));
  return Promise.all(
    rows.map(async (row) => ({
      keyId: row.keyId,
      state: findKeyState(row, kitKeyIds),
      madeAt: row.createdAt,
      file: (await findLicenceKey(file, row.keyId))?.file ?? null,
      licenses: validCounts.get(row.keyId)?.licenses ?? 0,
      lastEndsAt: validCounts.get(row.keyId)?.lastEndsAt ?? null,
    })),
  );
}

/** Finds the state of a key for its report. `kitKeyIds` contains the ids of the keys of emergency kits. */
export function findKeyState(
  {
    keyId,
    status,
    revokedAt,
  }: Pick<Awaited<ReturnType<typeof findSigningKeys>>[number], 'keyId' | 'status' | 'revokedAt'>,
  kitKeyIds: ReadonlySet<string>,
): KeyReport['state'] {
  if (revokedAt !== null) return 'revoked';
  return kitKeyIds.has(keyId) ? 'emergency' : status;
}

export function formatKey(key: KeyReport): string[] {
  const createdText = `created on ${formatDay(key.madeAt)}`;
  return [
    `${key.state.padEnd(9)} ${key.keyId}  ${createdText}; ${describeValidLicenses(key)}`,
    `         private key: ${key.file ?? 'not on this machine'}`,
  ];
}

export function describeValidLicenses({ licenses, lastEndsAt }: Pick<KeyReport, 'licenses' | 'lastEndsAt'>): string {
  if (licenses === 0 || lastEndsAt === null) return 'none of its licences is valid';
  const [number, verb] = licenses === 1 ? ['1 licence', 'is'] : [`${licenses} licences`, 'are'];
  return `${number} of this key ${verb} valid, until ${formatDay(lastEndsAt)} at the latest`;
}

const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

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
