import { publishedKeysIn } from './published-key.ts';
import type { PublishedKey } from './published-key.ts';

/** Where a portal publishes its public keys, for everybody (RFC 8615); the browser keeps them for the minutes that the portal says. */
const published = '/.well-known/basics-licence-keys';

/** The public keys of this portal. Throws where they cannot be had. */
export async function loadPublishedKeys(signal: AbortSignal): Promise<PublishedKey[]> {
  const response = await fetch(published, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`The public keys were answered with ${response.status}.`);
  return publishedKeysIn(await response.json());
}
