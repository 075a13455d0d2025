import { readPublishedKeys } from './published-key.ts';
import type { PublishedKey } from './published-key.ts';

/** The path of the public keys (RFC 8615). */
const publishedKeysPath = '/.well-known/basics-licence-keys';

/** Loads the public keys of this portal. Throws if the keys cannot be loaded. */
export async function loadPublishedKeys(signal: AbortSignal): Promise<PublishedKey[]> {
  const response = await fetch(publishedKeysPath, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`The public keys were answered with ${response.status}.`);
  return readPublishedKeys(await response.json());
}
