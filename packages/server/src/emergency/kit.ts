import { bytesToHex, encodeUtf8, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { createSignerFromPem, nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import * as z from 'zod/mini';
import { openWithPassphrase, sealWithPassphrase } from '#server/platform/security/passphrase-file.ts';
import { StartFault } from '#server/platform/problem.ts';

const hexOfLength = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));
const momentMs = z.int();

const toolSchema = z.strictObject({ id: z.string(), name: z.string(), code: z.int(), maxMajor: z.int() });

/** A grant that was valid when the kit was created, so that the kit can issue licences for its customer. */
const grantSchema = z.strictObject({
  login: z.string(),
  name: z.string(),
  tool: z.string(),
  brand: z.strictObject({ id: z.string(), name: z.string(), code: z.int() }),
  configTools: z.array(z.string()),
  bits: z.int(),
  validTo: z.nullable(z.string()),
  preferences: z.record(z.string(), z.unknown()),
});
export type GrantInKit = z.infer<typeof grantSchema>;

/** What the portal permits the kit, signed by the key that signed licences when the kit was created. Times are in Unix milliseconds. */
const manifestSchema = z.strictObject({
  kit: hexOfLength(8),
  keyId: hexOfLength(8),
  publicKey: hexOfLength(32),
  createdAt: momentMs,
  until: momentMs,
  licences: z.int(),
  days: z.int(),
  tools: z.array(toolSchema),
  grants: z.array(grantSchema),
});
export type KitManifest = z.infer<typeof manifestSchema>;

/** A licence that the kit has issued, and who issued it. */
const entrySchema = z.strictObject({
  at: momentMs,
  by: z.string(),
  login: z.string(),
  brand: z.string(),
  configTools: z.array(z.string()),
  preferences: z.record(z.string(), z.unknown()),
  verificationCode: z.string(),
  licenceCode: z.string(),
  licenceFile: z.string(),
});
export type KitEntry = z.infer<typeof entrySchema>;

const kitContentSchema = z.strictObject({
  manifest: z.string(),
  signedBy: hexOfLength(8),
  signature: hexOfLength(64),
  /** The private key of the kit in PEM. */
  key: z.string(),
  entries: z.array(entrySchema),
});

/** A decrypted kit. The signature covers `manifestText`. */
export type Kit = {
  manifest: KitManifest;
  manifestText: string;
  signedBy: string;
  signature: string;
  key: string;
  entries: readonly KitEntry[];
};

const fileFormat = { format: 'basics-portal-kit-1', fileKind: 'emergency kit' };
/** The text before the signed bytes, so that the signature is not valid for a licence or a revocation list. */
const signaturePrefix = 'basics-emergency-kit-v1\n';

const createSignedMessage = (text: string): Uint8Array => encodeUtf8(signaturePrefix + text);

export function createKit(kitManifest: KitManifest, key: string, portalKey: { signer: Signer; keyId: string }): Kit {
  const manifestText = JSON.stringify(kitManifest);
  const signature = bytesToHex(portalKey.signer.sign(createSignedMessage(manifestText)));
  return { manifest: kitManifest, manifestText, signedBy: portalKey.keyId, signature, key, entries: [] };
}

/** Returns whether a portal with the given public keys (by their ids) has signed the manifest of the kit. */
export function isSignedBy(
  { signedBy, signature, manifestText }: Kit,
  publicKeys: ReadonlyMap<string, string>,
): boolean {
  const publicKey = publicKeys.get(signedBy);
  if (publicKey === undefined) return false;
  return nodePrimitives.verifyEd25519(hexToBytes(publicKey), createSignedMessage(manifestText), hexToBytes(signature));
}

export function sealKit({ manifestText, signedBy, signature, key, entries }: Kit, passphrase: string): string {
  const text = JSON.stringify({ manifest: manifestText, signedBy, signature, key, entries });
  return sealWithPassphrase(text, passphrase, fileFormat);
}

/**
 * Decrypts a kit. Throws StartFault for another kind of file, a wrong passphrase, and a kit whose private key does not match its manifest.
 */
export function openKit(text: string, passphrase: string): Kit {
  const parsedContent = kitContentSchema.parse(JSON.parse(openWithPassphrase(text, passphrase, fileFormat)));
  const kit: Kit = {
    ...parsedContent,
    manifestText: parsedContent.manifest,
    manifest: manifestSchema.parse(JSON.parse(parsedContent.manifest)),
  };
  const { keyId, publicKey } = kit.manifest;
  const kitPublicKey = createSignerFromPem(kit.key).publicKey;
  if (bytesToHex(kitPublicKey) !== publicKey || computeKeyId(kitPublicKey, nodePrimitives) !== keyId)
    throw new StartFault('The key in the emergency kit is not the one that it names.');
  return kit;
}
