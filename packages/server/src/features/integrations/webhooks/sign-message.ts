import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { days } from '#server/platform/clock/clock.ts';
import { sealPurposes, type Seal } from '#server/platform/security/seal.ts';

/** The secrets of a webhook: of the signature `v1`, and the private key of the signature `v1a`. */
export type WebhookSecrets = {
  secret: string;
  privateKey: string;
  /** The former secret, with which messages are signed too until this time (Unix milliseconds). */
  former?: { secret: string; until: number };
};

/** How long messages are also signed with the former secret, so that a receiver can change it without losing a message. */
const formerSecretMs = days(1);

const prefixes = { secret: 'whsec_', privateKey: 'whsk_', publicKey: 'whpk_' };
const secretBytes = 32;

/** Creates the secrets of a webhook, and its public key. Every webhook has its own, so that no receiver can pass on a message to another one. */
export function createWebhookSecrets(
  randomBytes: (bytes: number) => Uint8Array,
): WebhookSecrets & { publicKey: string } {
  const seed = randomBytes(secretBytes);
  return {
    secret: createSecret(randomBytes),
    privateKey: prefixes.privateKey + toBase64(seed),
    publicKey: prefixes.publicKey + toBase64(createSignerFromSeed(seed).publicKey),
  };
}

/** Returns the secrets with a new secret for the signature `v1`; `at` is in Unix milliseconds. */
export const replaceSecret = (
  { secret, privateKey }: WebhookSecrets,
  randomBytes: (bytes: number) => Uint8Array,
  at: number,
): WebhookSecrets => ({
  secret: createSecret(randomBytes),
  privateKey,
  former: { secret, until: at + formerSecretMs },
});

const createSecret = (randomBytes: (bytes: number) => Uint8Array): string =>
  prefixes.secret + toBase64(randomBytes(secretBytes));

/** Encrypts the secrets of a webhook for its row. */
export function sealWebhookSecrets(
  seal: Seal,
  webhookId: number,
  { secret, privateKey, former }: WebhookSecrets,
): string {
  const parts = [secret, privateKey, ...(former ? [former.secret, String(former.until)] : [])];
  return seal.close(sealPurposes.webhook(webhookId), parts.join(' '));
}

/** Decrypts the secrets of a webhook; null if their key is not on this machine. */
export async function openWebhookSecrets(
  seal: Seal,
  { id, sealed }: { id: number; sealed: string },
): Promise<WebhookSecrets | null> {
  const [secret, privateKey, formerSecret, until] =
    (await seal.open(sealPurposes.webhook(id), sealed))?.split(' ') ?? [];
  if (secret === undefined || privateKey === undefined) return null;
  return {
    secret,
    privateKey,
    ...(formerSecret !== undefined && { former: { secret: formerSecret, until: Number(until) } }),
  };
}

/** What is sent: `messageId` is the same for every attempt, `at` is the time of the attempt in Unix milliseconds. */
type Message = { messageId: string; at: number; body: string };

/**
 * Creates the function that returns the headers of a message by Standard Webhooks 1.0.0, with both signatures: HMAC with SHA-256 (`v1`) and
 * Ed25519 (`v1a`).
 */
export function createMessageSigner({ secret, privateKey, former }: WebhookSecrets) {
  const toKey = (text: string): KeyObject => createSecretKey(fromBase64(text, prefixes.secret));
  const key = toKey(secret);
  const formerKey = former && toKey(former.secret);
  const signer = createSignerFromSeed(fromBase64(privateKey, prefixes.privateKey));
  return ({ messageId, at, body }: Message): Record<string, string> => {
    const timestamp = String(Math.floor(at / 1000));
    const signed = Buffer.from(`${messageId}.${timestamp}.${body}`);
    const keys = formerKey && at < former.until ? [key, formerKey] : [key];
    const macs = keys.map((each) => `v1,${createHmac('sha256', each).update(signed).digest('base64')}`);
    return {
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `${macs.join(' ')} v1a,${toBase64(signer.sign(signed))}`,
    };
  };
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const fromBase64 = (text: string, prefix: string): Buffer => Buffer.from(text.slice(prefix.length), 'base64');
