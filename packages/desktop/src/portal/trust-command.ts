import { createBasicsTool, parseArguments, refuseArguments, type Command } from '../command/command.ts';
import { fetchPortalKeys, isSafeConnection, parsePortalAddress, readKeysFile } from './portal-keys.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createUsageProblem } from '../tool-problem.ts';
import type { TrustedKey } from '#desktop/trusted-keys.ts';
import type { Tool } from '#desktop/tool.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import type { Environment } from '../command/environment.ts';

/**
 * The command `basics trust <portal|file>` pins the public keys of a portal (stores them as trusted), and prints their
 * fingerprints.
 */
export const runTrust: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, { replace: { type: 'boolean' } });
  const [source, ...rest] = positionals;
  if (source === undefined) throw createUsageProblem('Name the address of a portal, or a file with its keys.');
  refuseArguments(rest);
  const portal = parsePortalAddress(source);
  if (portal !== undefined && !isSafeConnection(portal)) {
    environment.note(
      `The connection to ${portal.origin} is not encrypted: compare the key with what the operator tells you.`,
    );
  }
  const keyList = portal === undefined ? readKeysFile(source) : await fetchPortalKeys(portal, 10_000);
  const keys = createBasicsTool(environment).trust(keyList, portal?.origin ?? source, values.replace);
  environment.print(formatTrustedKeys(keys, portal?.origin ?? source));
  return 0;
};

/** The command `basics keys` prints the trusted keys. */
export const runKeys: Command = (args, environment) => {
  const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } });
  refuseArguments(positionals);
  const keys = createBasicsTool(environment).keys();
  if (values.json === true) {
    const entries = keys.map(({ kid, publicKey, status }) => ({ kid, publicKey: bytesToHex(publicKey), status }));
    environment.print(JSON.stringify({ keys: entries }));
  } else if (keys.length === 0) {
    environment.print('No keys are trusted yet. Next: basics trust <address of the portal>');
  } else {
    environment.print(keys.map((key) => formatFingerprint(key)).join('\n'));
  }
  return 0;
};

export function formatTrustedKeys(keys: readonly TrustedKey[], source: string): string {
  return [
    `Licences signed with these keys from ${source} are now trusted:`,
    ...keys.map((key) => formatFingerprint(key)),
  ].join('\n');
}

/** Returns the fingerprint of a key, which is the key id: the first 8 bytes of the SHA-256 of the key. */
function formatFingerprint({ kid, status }: TrustedKey): string {
  return `  ${(kid.match(/.{4}/g) ?? []).join(' ')}  (${status})`;
}

/** Pins the keys of a portal at the first contact, and prints a note. Keys that are already pinned are never replaced. */
export async function pinFirstKeys(tool: Tool, portal: URL, environment: Environment): Promise<void> {
  if (tool.keys().length > 0) return;
  const trustHint = `Before "basics install", run: basics trust ${portal.origin}`;
  if (!isSafeConnection(portal)) {
    environment.note(
      `Licences cannot be verified yet, and the connection to ${portal.origin} is not encrypted. ${trustHint}`,
    );
    return;
  }
  try {
    const keys = tool.trust(await fetchPortalKeys(portal, 3000), portal.origin);
    environment.note(`First connection to this portal. ${formatTrustedKeys(keys, portal.origin)}`);
  } catch (problem) {
    if (!(problem instanceof ToolProblem)) throw problem;
    const otherPortalHint = 'To use another portal address, set BASICS_PORTAL_URL or use --portal.';
    environment.note(`Licences cannot be verified yet. ${problem.message} ${otherPortalHint} ${trustHint}`);
  }
}
