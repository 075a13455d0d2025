import { createBasicsTool, parseArguments, refuseArguments, type Command } from '../command/command.ts';
import { fetchPortalKeys, isSafeConnection, parsePortalAddress, readKeysFile } from './portal-keys.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createUsageProblem } from '../command/usage.ts';
import type { TrustedKey } from '#desktop/trusted-keys.ts';

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
