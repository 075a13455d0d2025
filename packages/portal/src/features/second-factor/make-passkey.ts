import type { ProofOfPerson } from '@basics/contract/second-factor.ts';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { PasskeyNotUsed } from '#portal/session/passkeys.ts';
import { addPasskey, beginPasskey } from './second-factor.queries.ts';

/**
 * Creates and registers a passkey. Returns recovery codes if the passkey is the first second step of the user. Throws PasskeyNotUsed or
 * ApiProblem.
 */
export async function createPasskey(proof: ProofOfPerson, name: string): Promise<string[] | null> {
  const [{ token, options }, { startRegistration }] = await Promise.all([
    beginPasskey(proof),
    import('@simplewebauthn/browser'),
  ]);
  const response = await startRegistration({ optionsJSON: options }).catch((cause: unknown) => {
    throw new PasskeyNotUsed(isAlreadyRegistered(cause) ? texts.passkey.known : texts.passkey.notMade, { cause });
  });
  return (await addPasskey({ token, response, name })).recoveryCodes;
}

/** Whether the device already has a passkey for the given account (WebAuthn, section 5.1.3). */
const isAlreadyRegistered = (cause: unknown): boolean => cause instanceof Error && cause.name === 'InvalidStateError';
