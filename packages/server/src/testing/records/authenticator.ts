import type { NewPasskeyAnswer } from '@basics/contract/second-factor/new-passkeys.ts';
import type { PasskeyAnswer } from '@basics/contract/second-factor/passkeys.ts';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

/** Flags of authenticator data (WebAuthn 6.1): user present, user verified, attested credential data included. */
const flags = { present: 0x01, verified: 0x04, credential: 0x40 };

type Ceremony = { token: string; options: { challenge: string } };

/** Encodes a coordinate (32 bytes in base64url) of a public key in CBOR. */
const encodeCoordinate = (text: string): Buffer => Buffer.concat([Buffer.of(0x58, 32), Buffer.from(text, 'base64url')]);

/**
 * Creates an authenticator with one passkey (ES256, attestation `none`), for tests through the HTTP API. The CBOR is encoded by hand as
 * WebAuthn 6.5 requires. `isVerified: false` means that the user did not unlock the authenticator.
 */
export function createAuthenticator({
  origin,
  rpId,
  hasCounter = true,
}: {
  origin: string;
  rpId: string;
  hasCounter?: boolean;
}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  const createClientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const createAuthenticatorData = (bits: number): Buffer => {
    counter += hasCounter ? 1 : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(bits), count]);
  };
  const encodePublicKey = (): Buffer => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // The public key as a CBOR map: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    return Buffer.concat([
      Buffer.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21),
      encodeCoordinate(x),
      Buffer.of(0x22),
      encodeCoordinate(y),
    ]);
  };

  const createReply = <Response>(token: string, response: Response) => ({
    token,
    response: {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key' as const,
      clientExtensionResults: {},
      response,
    },
  });

  return {
    make({ token, options }: Ceremony): NewPasskeyAnswer {
      const length = Buffer.of(0, id.length);
      const authData = Buffer.concat([
        createAuthenticatorData(flags.present | flags.verified | flags.credential),
        Buffer.alloc(16),
        length,
        id,
        encodePublicKey(),
      ]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(authData.length);
      // The attestation as a CBOR map: {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.of(0x59),
        size,
        authData,
      ]);
      return createReply(token, {
        clientDataJSON: base64url(createClientData('webauthn.create', options.challenge)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      });
    },

    answer({ token, options }: Ceremony, { isVerified = true, count = 0 } = {}): PasskeyAnswer {
      if (count > 0) counter = count - 1;
      const authenticatorData = createAuthenticatorData(flags.present | (isVerified ? flags.verified : 0));
      const clientDataJSON = createClientData('webauthn.get', options.challenge);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      return createReply(token, {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      });
    },
  };
}
