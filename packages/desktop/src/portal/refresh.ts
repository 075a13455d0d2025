import type { RevocationListResult } from '#desktop/revocations.ts';
import type { Tool } from '#desktop/tool.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { parseKeys } from '#desktop/trusted-keys.ts';
import { fetchFromPortal } from './portal-keys.ts';

/** A published version. */
export type Release = { version: string; title: string; page: string };

/**
 * What a portal publishes. `revocations` is the result of `takeRevocations`. `keys` are the public keys that the portal uses; empty if the tool
 * trusts none of them. `tools` is the text for `hasAddOn`, empty if the portal did not answer. The newest release comes first.
 */
export type Refreshed = {
  revocations: RevocationListResult['code'] | 'PORTAL_NOT_REACHED';
  keys: Uint8Array[];
  tools: string;
  releases: Release[];
};

const maxLength = 10_000_000;

/**
 * Takes the revocation list of the portal, and reads what else the portal publishes. Call it about once a day.
 * @public The npm package exports it.
 */
export async function refresh(portal: string | URL, tool: Tool): Promise<Refreshed> {
  const paths = [
    `/.well-known/basics-revocations/${tool.toolId}`,
    '/.well-known/basics-licence-keys',
    '/.well-known/basics-tools',
    '/release-notes/feed.xml',
  ];
  const [list = '', keys = '', tools = '', feed = ''] = await Promise.all(
    paths.map((path) => fetchOrEmpty(new URL(path, portal))),
  );
  return {
    revocations: list === '' ? 'PORTAL_NOT_REACHED' : tool.takeRevocations(list).code,
    keys: readKeys(
      keys,
      tool.keys().map(({ publicKey }) => publicKey),
    ),
    tools,
    releases: readReleases(feed),
  };
}

async function fetchOrEmpty(address: URL): Promise<string> {
  try {
    return await fetchFromPortal(address, { timeout: 10_000, maxLength });
  } catch (error) {
    if (error instanceof ToolProblem) return '';
    throw error;
  }
}

/** Reads the keys that a portal uses, from the text of /.well-known/basics-licence-keys. Empty if none of them is a known key. */
function readKeys(text: string, known: readonly Uint8Array[]): Uint8Array[] {
  const keys = (parseKeys(text) ?? []).map(({ publicKey }) => publicKey);
  return keys.some((key) => known.some((each) => Buffer.compare(each, key) === 0)) ? keys : [];
}

/** Reads a part of an entry. The portal writes all special characters as decimal numbers. */
const readPart = (entry: string, pattern: RegExp): string =>
  (pattern.exec(entry)?.[1] ?? '').replaceAll(/&#(\d{1,3});/g, (_, digits) => String.fromCodePoint(Number(digits)));

/** Reads the releases from the text of /release-notes/feed.xml. Empty for a text that is no such feed. */
function readReleases(text: string): Release[] {
  return Array.from(text.matchAll(/<entry>(.*?)<\/entry>/gs), ([entry]) => ({
    version: readPart(entry, /<category term="([^"]*)"/),
    title: readPart(entry, /<title>([^<]*)</),
    page: readPart(entry, /<link rel="alternate"[^>]* href="([^"]*)"/),
  })).filter(({ page }) => /^https?:\/\/[!-~]+$/.test(page));
}
