import type { NewPasskeyAnswer } from '@basics/contract/new-passkeys.ts';
import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { limits } from '@basics/contract/limits.ts';
import { minutes } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';

/** EdDSA, ES256 and RS256 (RFC 9053): together what authenticators make. */
const algorithms = [-8, -7, -257];
const timeout = minutes(limits.link.passkeyMinutes);

/** Discoverable, verified by its owner, and without a word on who made the authenticator. */
const newKinds = {
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
} as const;

type PasskeyUser = { userId: number; login: string; name: string };

/** What an authenticator keeps of whose passkey it is; no name, as WebAuthn 14.6.1 asks for. */
const userHandle = (userId: number): string => Buffer.from(`user ${userId}`).toString('base64url');

export type Passkey = { id: string; publicKey: Uint8Array<ArrayBuffer>; counter: number };

/**
 * Passkeys by WebAuthn (Level 3): each is bound to the portal's own address, found without a name and opened by its owner's finger,
 * face or PIN, so that it stands for both steps. `publicUrl` names the address, never a request.
 */
export function passkeysAt(publicUrl: string) {
  const { hostname: rpId, origin } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpId };

  return {
    /** What a browser needs to sign in; `challenge` is 256 random bits in base64url. */
    options: (challenge: string) => ({ challenge, rpId, timeout, userVerification: 'required' as const }),

    /** What a browser needs to make a passkey beside the ones that this user has. */
    newOptions: (challenge: string, user: PasskeyUser, known: readonly string[]) => ({
      challenge,
      rp: { id: rpId, name: 'Basics Portal' },
      user: { id: userHandle(user.userId), name: user.login, displayName: user.name },
      ...newKinds,
      excludeCredentials: known.map((id) => ({ type: 'public-key' as const, id })),
    }),

    /** The passkey that an authenticator has made; WRONG_SECOND_STEP when it was not made for us and by this challenge. */
    async made(response: NewPasskeyAnswer['response'], expectedChallenge: string): Promise<Passkey> {
      const { id, rawId, type, response: inner } = response;
      const plain = { clientDataJSON: inner.clientDataJSON, attestationObject: inner.attestationObject };
      const checked = await orRefuse(() =>
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

    /** The passkey's counter after an answer that is its own and to this challenge; WRONG_SECOND_STEP otherwise. */
    async answered(passkey: Passkey, response: PasskeyAnswer['response'], expectedChallenge: string): Promise<number> {
      const { id, rawId, type, response: inner } = response;
      const { clientDataJSON, authenticatorData, signature } = inner;
      const checked = await orRefuse(() =>
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

export type Passkeys = ReturnType<typeof passkeysAt>;

// The library throws for most of what does not fit; to the person it is all the same.
async function orRefuse<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    throw problem('WRONG_SECOND_STEP', { cause });
  }
}
