import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { seconds } from '../clock/clock.ts';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The id and the hash of the newest entry of the audit log. The hash covers all entries before it. */
export type AuditHead = { auditId: number; hash: string };
export type AuditSeal = AuditHead & { at: number };

/**
 * Writes a seal as a text without spaces, to be kept outside of the database: a prefix, the id of the newest audit
 * entry, Unix seconds, the hash of the entry, and an Ed25519 signature (base64url) of the text before it. An attacker
 * who can write to the database cannot create a seal, because the key is not in the database.
 */
export function writeSeal({ auditId, hash, at }: AuditSeal, signer: Signer): string {
  const signedText = `${sealPrefix}.${auditId}.${Math.floor(at / seconds(1))}.${hash}`;
  return `${signedText}.${Buffer.from(signer.sign(Buffer.from(signedText))).toString('base64url')}`;
}

const sealPrefix = 'basics-audit-seal-1';
const sealPattern = /basics-audit-seal-1\.(\d{1,10})\.(\d{1,11})\.([0-9a-f]{64})\.([\w-]{86})/g;

/** Finds the seals in a text, such as a log or an e-mail, that were signed with the given key. */
export function findValidSeals(text: string, publicKey: Uint8Array): AuditSeal[] {
  return [...text.matchAll(sealPattern)].flatMap(([seal, auditId, at, hash = '', signature = '']) => {
    const signedText = Buffer.from(seal.slice(0, -signature.length - 1));
    const isGenuine = nodePrimitives.verifyEd25519(publicKey, signedText, Buffer.from(signature, 'base64url'));
    return isGenuine ? [{ auditId: Number(auditId), at: seconds(Number(at)), hash }] : [];
  });
}

/**
 * Reads and writes the file with the newest seal of the audit log (the signature of its newest entry). The file is
 * outside of the database.
 */
export type SealFile = { readSeal: () => Promise<string | null>; write: (seal: string) => Promise<void> };

/**
 * Returns the functions that read and write the file `audit.seal`, which is in the folder of the key file. The file is
 * replaced in one step, so it is never incomplete.
 */
export function openSealFile(keyFile: string): SealFile {
  const file = join(dirname(keyFile), 'audit.seal');
  return {
    readSeal: () => readFile(file, 'utf8').catch(nullIfMissing),
    async write(seal) {
      const temporaryFile = `${file}.${process.pid}.part`;
      await writeFile(temporaryFile, `${seal}\n`, { mode: 0o600 });
      await rename(temporaryFile, file);
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
