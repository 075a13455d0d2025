import type { NewPasskeyAnswer } from '@basics/contract/second-factor/new-passkeys.ts';
import type { PasskeyAnswer } from '@basics/contract/second-factor/passkeys.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';

/** The algorithms EdDSA, ES256 and RS256 (RFC 9053). Each usual authenticator supports one of them. */
const algorithms = [-8, -7, -257];
const timeout = minutes(limits.link.passkeyMinutes);

/** A new passkey is discoverable, verifies its user, and contains no attestation of the manufacturer. */
const creationOptions = {
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
} as const;

type PasskeyUser = { userId: number; login: string; name: string };

/**
 * The WebAuthn library is loaded when the first passkey is used, because it would add about 10 % to the time and memory
 * of the start.
 */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Returns the user handle that an authenticator stores; it contains no name, as WebAuthn 14.6.1 requires. */
const userHandle = (userId: number): string => Buffer.from(`user ${userId}`).toString('base64url');

type Passkey = { id: string; publicKey: Uint8Array<ArrayBuffer>; counter: number };

/**
 * Returns the address of the portal, to which each passkey is bound (WebAuthn, Level 3). The address comes from `publicUrl`, never from a
 * request.
 */
function findPasskeyAddress(publicUrl: string): { rpId: string; origin: string } {
  const { hostname: rpId, origin } = new URL(publicUrl);
  return { rpId, origin };
}

/**
 * Returns the options with which a browser signs in; `challenge` is 256 random bits in base64url. A passkey needs no user name, and is
 * unlocked by fingerprint, face or PIN, so it replaces both steps of a sign-in.
 */
export const createSignInOptions = (publicUrl: string, challenge: string) => ({
  challenge,
  rpId: findPasskeyAddress(publicUrl).rpId,
  timeout,
  userVerification: 'required' as const,
});

type NewPasskey = { challenge: string; user: PasskeyUser; knownIds: readonly string[] };

/**
 * Returns the options with which a browser creates a new passkey. The browser refuses a device that already has one of the passkeys
 * `knownIds`.
 */
export const createCreationOptions = (publicUrl: string, { challenge, user, knownIds }: NewPasskey) => ({
  challenge,
  rp: { id: findPasskeyAddress(publicUrl).rpId, name: 'Basics Portal' },
  user: { id: userHandle(user.userId), name: user.login, displayName: user.name },
  ...creationOptions,
  excludeCredentials: knownIds.map((id) => ({ type: 'public-key' as const, id })),
});

/**
 * Checks the passkey that an authenticator created. Throws WRONG_SECOND_STEP if the passkey is for another address
 * or another challenge.
 */
export async function checkNewPasskey(
  publicUrl: string,
  response: NewPasskeyAnswer['response'],
  expectedChallenge: string,
): Promise<Passkey> {
  const { rpId, origin } = findPasskeyAddress(publicUrl);
  const { id, rawId, type, response: authenticatorResponse } = response;
  const attestationResponse = {
    clientDataJSON: authenticatorResponse.clientDataJSON,
    attestationObject: authenticatorResponse.attestationObject,
  };
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verification = await refuseOnError(() =>
    verifyRegistrationResponse({
      response: { id, rawId, type, response: attestationResponse, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verification.verified) throw problem('WRONG_SECOND_STEP');
  return verification.registrationInfo.credential;
}

type SignInAnswer = { passkey: Passkey; response: PasskeyAnswer['response']; expectedChallenge: string };

/**
 * Checks the response of a passkey to the challenge, and returns the new use counter of the passkey. Throws
 * WRONG_SECOND_STEP.
 */
export async function checkPasskeyAnswer(
  publicUrl: string,
  { passkey, response, expectedChallenge }: SignInAnswer,
): Promise<number> {
  const { rpId, origin } = findPasskeyAddress(publicUrl);
  const { id, rawId, type, response: authenticatorResponse } = response;
  const { clientDataJSON, authenticatorData, signature } = authenticatorResponse;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verification = await refuseOnError(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: passkey,
      requireUserVerification: true,
    }),
  );
  if (!verification.verified) throw problem('WRONG_SECOND_STEP');
  return verification.authenticationInfo.newCounter;
}

// The WebAuthn library throws different errors; the user gets the same message for all of them.
async function refuseOnError<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    throw problem('WRONG_SECOND_STEP', { cause });
  }
}
