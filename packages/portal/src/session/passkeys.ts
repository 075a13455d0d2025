import type { PasskeyAnswer } from '@basics/contract/passkeys.ts';
import { session as texts } from '#portal/texts/session.ts';
import { fetchPasskeyOptions } from './session.queries.ts';

/** The person has let it be, or the device has no passkey for this portal: browsers do not tell which. Its message is shown. */
export class PasskeyNotUsed extends Error {}

/** Browsers have passkeys in secure contexts only. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Asks the person for one of his passkeys. Throws PasskeyNotUsed, or ApiProblem when the server has no question to ask. */
export async function askPasskey(): Promise<PasskeyAnswer> {
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
