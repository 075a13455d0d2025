import * as z from 'zod/mini';
import type { Db } from '#server/database/foundation.ts';
import { findFormerAuditKeys, findSeals as findSealRows } from '#server/platform/audit/audit.repository.ts';
import { findValidSeals, type AuditSeal } from '#server/platform/audit/audit-seal.ts';
import type { Witness } from './verify-chain.ts';

const pageSize = 1000;

/** A public key of seals. The seals of an earlier key count only for entries before `endedBy`, so that its thief can seal nothing. */
export type SealKey = { publicKey: Uint8Array; endedBy: number };

/** Returns the key that seals the audit log, and the earlier keys that the audit log names. */
export async function findSealKeys(db: Db, publicKey: Uint8Array): Promise<SealKey[]> {
  const formerKeys = await findFormerAuditKeys(db);
  return [
    { publicKey, endedBy: Infinity },
    ...formerKeys.map((former) => ({ ...former, publicKey: Buffer.from(former.publicKey, 'hex') })),
  ];
}

const findSeals = (text: string, keys: readonly SealKey[]): AuditSeal[] =>
  keys.flatMap(({ publicKey, endedBy }) => findValidSeals(text, publicKey).filter(({ auditId }) => auditId < endedBy));

/** Returns the seals in the database. A seal that was signed with another key is not a proof, so it is left out. */
export async function readSealsInDatabase(db: Db, keys: readonly SealKey[]): Promise<Witness[]> {
  const witnesses: Witness[] = [];
  for (let afterId = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const seals = await findSealRows(db, afterId, pageSize);
    const lastSeal = seals.at(-1);
    if (!lastSeal) return witnesses;
    afterId = lastSeal.id;
    witnesses.push(...seals.flatMap(({ seal }) => findSeals(seal, keys)).map(toWitness));
  }
}

/**
 * Returns the witnesses (hashes that the audit log must contain) in a text from outside the database: the seals in a log or an e-mail, or
 * the hash in a licence file.
 */
export const readWitnesses = (fileText: string, keys: readonly SealKey[]): Witness[] => [
  ...findSeals(fileText, keys).map(toWitness),
  ...findLicenceWitnesses(fileText),
];

const toWitness = ({ hash, at, auditId }: AuditSeal): Witness => ({
  hash,
  source: { kind: 'seal', at, auditId },
});

const payloadSchema = z.object({ audit: z.string(), lid: z.string() });

/** Reads the hashes from licence files. Each file contains the hash of the newest entry before the licence was issued. */
function findLicenceWitnesses(fileText: string): Witness[] {
  return [...fileText.matchAll(/^payload: (\S+)\s*$/gm)].flatMap(([, base64 = '']) => {
    const parsedPayload = payloadSchema.safeParse(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')));
    return parsedPayload.success
      ? [{ hash: parsedPayload.data.audit, source: { kind: 'licence', id: parsedPayload.data.lid } }]
      : [];
  });
}
