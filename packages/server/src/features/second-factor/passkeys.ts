import type { NewPasskeyAnswer } from '@basics/contract/new-passkeys.ts';
import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import { limits } from '@basics/contract/limits.ts';
import { minutes } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';

/** EdDSA, ES256 and RS256 (RFC 9053): together they cover the usual authenticators. */
const algorithms = [-8, -7, -257];
const timeout = minutes(limits.link.passkeyMinutes);

/** Discoverable, with user verification, and without attestation of the authenticator's manufacturer. */
const creationOptions = {
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
} as const;

type PasskeyUser = { userId: number; login: string; name: string };

/** Loaded when the first passkey is used: it takes a tenth of the start, in time and memory. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** The user handle that an authenticator stores; it contains no name, as WebAuthn 14.6.1 requires. */
const userHandle = (userId: number): string => Buffer.from(`user ${userId}`).toString('base64url');

export type Passkey = { id: string; publicKey: Uint8Array<ArrayBuffer>; counter: number };

/**
 * Passkeys by WebAuthn (Level 3): each is bound to the portal's own address, discoverable without a user name, and unlocked by fingerprint,
 * face or PIN, so that it replaces both steps. The address comes from `publicUrl`, never from a request.
 */
export function createPasskeys(publicUrl: string) {
  const { hostname: rpId, origin } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpId };

  return {
    /** The options with which a browser signs in; `challenge` is 256 random bits in base64url. */
    options: (challenge: string) => ({ challenge, rpId, timeout, userVerification: 'required' as const }),

    /** The options with which a browser creates a passkey in addition to this user's existing ones. */
    newOptions: (challenge: string, user: PasskeyUser, known: readonly string[]) => ({
      challenge,
      rp: { id: rpId, name: 'Basics Portal' },
      user: { id: userHandle(user.userId), name: user.login, displayName: user.name },
      ...creationOptions,
      excludeCredentials: known.map((id) => ({ type: 'public-key' as const, id })),
    }),

    /** The passkey that an authenticator has created; throws WRONG_SECOND_STEP if it is not for this address and this challenge. */
    async made(response: NewPasskeyAnswer['response'], expectedChallenge: string): Promise<Passkey> {
      const { id, rawId, type, response: inner } = response;
      const plain = { clientDataJSON: inner.clientDataJSON, attestationObject: inner.attestationObject };
      const { verifyRegistrationResponse } = await loadWebAuthn();
      const checked = await refuseOnError(() =>
        verifyRegistrationResponse({
          response: { id, rawId, type, response: plain, clientExtensionResults: {} },
          expectedChallenge,
          ...expected,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if (!checked.verified) throw problem('WRONG_SECOND_STEP');
      return checked.registrationInfo.credential;
    },

    /** The passkey's new counter after a valid response to this challenge; throws WRONG_SECOND_STEP otherwise. */
    async answered(passkey: Passkey, response: PasskeyAnswer['response'], expectedChallenge: string): Promise<number> {
      const { id, rawId, type, response: inner } = response;
      const { clientDataJSON, authenticatorData, signature } = inner;
      const { verifyAuthenticationResponse } = await loadWebAuthn();
      const checked = await refuseOnError(() =>
        verifyAuthenticationResponse({
          response: {
            id,
            rawId,
            type,
            response: { clientDataJSON, authenticatorData, signature },
            clientExtensionResults: {},
          },
          expectedChallenge,
          ...expected,
          credential: passkey,
          requireUserVerification: true,
        }),
      );
      if (!checked.verified) throw problem('WRONG_SECOND_STEP');
      return checked.authenticationInfo.newCounter;
    },
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

// The library throws for most mismatches; the user gets the same message for all of them.
async function refuseOnError<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    throw problem('WRONG_SECOND_STEP', { cause });
  }
}
