import * as z from 'zod/mini';
import type { Db } from '#server/database/database.ts';
import { findSeals } from '#server/platform/audit-seal.repository.ts';
import { findValidSeals } from '#server/platform/audit-seal.ts';
import type { AuditSeal } from '#server/platform/audit-seal.ts';
import type { Witness } from './verify-chain.ts';

const pageSize = 1000;

/** The seals in the database. A seal that was made with another key proves nothing, and is left out. */
export async function sealsInDatabase(db: Db, publicKey: Uint8Array): Promise<Witness[]> {
  const found: Witness[] = [];
  for (let behind = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const seals = await findSeals(db, behind, pageSize);
    const last = seals.at(-1);
    if (!last) return found;
    behind = last.id;
    found.push(...seals.flatMap(({ seal }) => findValidSeals(seal, publicKey)).map(witnessOf));
  }
}

/** What a text from outside of the database proves: the seals in a log or a letter, or the hash in a licence file. */
export const witnessesIn = (text: string, publicKey: Uint8Array): Witness[] => [
  ...findValidSeals(text, publicKey).map(witnessOf),
  ...licencesIn(text),
];

const witnessOf = ({ hash, at, auditId }: AuditSeal): Witness => ({
  hash,
  from: `the seal of ${new Date(at).toISOString()} (entry ${auditId})`,
});

const payload = z.object({ audit: z.string(), lid: z.string() });

/** Each licence file carries the hash of the newest entry before it was issued. */
function licencesIn(text: string): Witness[] {
  return [...text.matchAll(/^payload: (\S+)\s*$/gm)].flatMap(([, base64 = '']) => {
    const read = payload.safeParse(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')));
    return read.success ? [{ hash: read.data.audit, from: `the licence ${read.data.lid}` }] : [];
  });
}
