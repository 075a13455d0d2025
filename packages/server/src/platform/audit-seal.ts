import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { seconds } from './clock.ts';

/** The newest entry of the chain at a time (Unix milliseconds): it stands for all entries before it. */
export type AuditHead = { auditId: number; hash: string };
export type AuditSeal = AuditHead & { at: number };

/**
 * A seal as one word of text, to be kept outside of the database: number of the entry, Unix seconds, hash of the entry, and an Ed25519
 * signature (base64url) of all before it. Who can write to the database cannot make one, because the key is not there.
 */
export function writeSeal({ auditId, hash, at }: AuditSeal, signer: Signer): string {
  const signed = `${title}.${auditId}.${Math.floor(at / seconds(1))}.${hash}`;
  return `${signed}.${Buffer.from(signer.sign(Buffer.from(signed))).toString('base64url')}`;
}

const title = 'basics-audit-seal-1';
const pattern = /basics-audit-seal-1\.(\d{1,10})\.(\d{1,11})\.([0-9a-f]{64})\.([\w-]{86})/g;

/** The seals in a text, such as a log or a letter, that were made with this key. */
export function sealsIn(text: string, publicKey: Uint8Array): AuditSeal[] {
  return [...text.matchAll(pattern)].flatMap(([seal, auditId, at, hash = '', signature = '']) => {
    const signed = Buffer.from(seal.slice(0, -signature.length - 1));
    const isGenuine = nodePrimitives.verifyEd25519(publicKey, signed, Buffer.from(signature, 'base64url'));
    return isGenuine ? [{ auditId: Number(auditId), at: seconds(Number(at)), hash }] : [];
  });
}
