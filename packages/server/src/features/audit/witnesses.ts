import * as z from 'zod/mini';
import type { Db } from '#server/database/foundation.ts';
import { findSeals } from '#server/platform/audit/audit.repository.ts';
import { findValidSeals } from '#server/platform/audit/audit-seal.ts';
import type { AuditSeal } from '#server/platform/audit/audit-seal.ts';
import type { Witness } from './verify-chain.ts';

const pageSize = 1000;

/** Returns the seals in the database. A seal that was signed with another key is not a proof, so it is left out. */
export async function readSealsInDatabase(db: Db, publicKey: Uint8Array): Promise<Witness[]> {
  const witnesses: Witness[] = [];
  for (let afterId = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const seals = await findSeals(db, afterId, pageSize);
    const lastSeal = seals.at(-1);
    if (!lastSeal) return witnesses;
    afterId = lastSeal.id;
    witnesses.push(...seals.flatMap(({ seal }) => findValidSeals(seal, publicKey)).map(toWitness));
  }
}

/**
 * Returns the witnesses (hashes that the audit log must contain) in a text from outside the database: the seals in a log or an e-mail, or
 * the hash in a licence file.
 */
export const readWitnesses = (fileText: string, publicKey: Uint8Array): Witness[] => [
  ...findValidSeals(fileText, publicKey).map(toWitness),
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
