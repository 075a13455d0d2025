import { readPublishedKeys, readPublishedNames, type PublishedKey, type PublishedNames } from './published.ts';

/** What the portal publishes below `/.well-known/` (RFC 8615). */
const paths = {
  keys: '/.well-known/basics-licence-keys',
  names: '/.well-known/basics-tools',
  revocations: '/.well-known/basics-revocations/',
};

/** A check shows its result without the revocation list if the list does not arrive within this time. */
const revocationListTimeoutMs = 10_000;

/** Loads the public keys of this portal. Throws if the keys cannot be loaded. */
export const loadPublishedKeys = async (signal: AbortSignal): Promise<PublishedKey[]> =>
  readPublishedKeys(await (await load(paths.keys, signal)).json());

/** Loads the names of tools, add-ons and brands. Throws if the names cannot be loaded. */
export const loadPublishedNames = async (signal: AbortSignal): Promise<PublishedNames> =>
  readPublishedNames(await (await load(paths.names, signal)).json());

/** Loads the signed revocation list of a tool. The request contains only the number of the tool. Throws if the list cannot be loaded. */
export const loadRevocationList = async (toolId: number): Promise<string> =>
  (await load(`${paths.revocations}${toolId}`, AbortSignal.timeout(revocationListTimeoutMs))).text();

async function load(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  return response;
}
