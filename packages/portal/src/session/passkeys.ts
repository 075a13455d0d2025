import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import { session as texts } from '#portal/texts/session.ts';
import { fetchPasskeyOptions } from './session.queries.ts';

/**
 * Thrown if the user has cancelled, or if the device has no passkey for this portal; browsers do not say which. The portal shows the
 * message of this error.
 */
export class PasskeyNotUsed extends Error {}

/** Returns whether the browser offers passkeys, which it does only in a secure context. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Asks the user for a passkey. Throws PasskeyNotUsed, or ApiProblem when the server refuses to create a challenge. */
export async function requestPasskey(): Promise<PasskeyAnswer> {
  const [{ token, options }, { startAuthentication }] = await Promise.all([
    fetchPasskeyOptions(),
    import('@simplewebauthn/browser'),
  ]);
  try {
    return { token, response: await startAuthentication({ optionsJSON: options }) };
  } catch (cause) {
    throw new PasskeyNotUsed(texts.passkeyNotUsed, { cause });
  }
}
