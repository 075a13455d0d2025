import type { Db } from '#server/database/database.ts';
import { findLicenceKey } from '#server/platform/security/key-files.ts';
import { countValidLicenses, findKitKeyIds, findSigningKeys } from './signing-keys.repository.ts';

/** A signing key in the report for operators; times in Unix milliseconds. */
export type KeyReport = {
  keyId: string;
  /** `emergency`: it signs only with a kit, and nothing in the portal. */
  standing: 'current' | 'next' | 'retired' | 'emergency' | 'revoked';
  madeAt: number;
  /** The file of its private key, or null if it is not on this machine. */
  file: string | null;
  /** The number of its licences that are still valid. */
  licenses: number;
  lastEndsAt: number | null;
};

/** All keys, the current one first. `file` is the path of the configuration. */
export async function reportKeys(db: Db, { file, now }: { file: string; now: number }): Promise<KeyReport[]> {
  const running = new Map((await countValidLicenses(db, now)).map((row) => [row.keyId, row]));
  const rows = await findSigningKeys(db);
  const ofKits = new Set(await findKitKeyIds(db));
  return Promise.all(
    rows.map(async (row) => ({
      keyId: row.keyId,
      standing: judgeKey(row, ofKits),
      madeAt: row.createdAt,
      file: (await findLicenceKey(file, row.keyId))?.file ?? null,
      licenses: running.get(row.keyId)?.licenses ?? 0,
      lastEndsAt: running.get(row.keyId)?.lastEndsAt ?? null,
    })),
  );
}

/** A key by its id, in the words of `KeyReport`. `ofKits`: the ids of the keys of emergency kits. */
export function judgeKey(
  {
    keyId,
    status,
    revokedAt,
  }: Pick<Awaited<ReturnType<typeof findSigningKeys>>[number], 'keyId' | 'status' | 'revokedAt'>,
  ofKits: ReadonlySet<string>,
): KeyReport['standing'] {
  if (revokedAt !== null) return 'revoked';
  return ofKits.has(keyId) ? 'emergency' : status;
}

export function formatKey(key: KeyReport): string[] {
  const madeOn = `made on ${formatDay(key.madeAt)}`;
  return [
    `${key.standing.padEnd(9)} ${key.keyId}  ${madeOn}; ${describeValidLicenses(key)}`,
    `         private half: ${key.file ?? 'not on this machine'}`,
  ];
}

export function describeValidLicenses({ licenses, lastEndsAt }: Pick<KeyReport, 'licenses' | 'lastEndsAt'>): string {
  if (licenses === 0 || lastEndsAt === null) return 'none of its licences runs';
  const [number, verb] = licenses === 1 ? ['1 licence', 'runs'] : [`${licenses} licences`, 'run'];
  return `${number} of it ${verb}, until ${formatDay(lastEndsAt)} at the latest`;
}

const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
