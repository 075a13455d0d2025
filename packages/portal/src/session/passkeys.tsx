import type { PasskeyAnswer } from '@basics/contract/second-factor/passkeys.ts';
import type { PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { session as texts } from '#portal/texts/session.ts';
import { fetchPasskeyOptions } from './session.queries.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { useSetup } from '#portal/brand/brand.tsx';

/**
 * Thrown if the user has cancelled, or if the device has no passkey for this portal; browsers do not say which. The portal shows the
 * message of this error.
 */
export class PasskeyNotUsed extends Error {}

/**
 * Returns whether passkeys can be used: only at the origin of the portal, and only in a browser that supports them in this context. If they
 * can be used at another address, returns its origin.
 */
export function findPasskeyPlace({ passkeys }: PortalSetup): 'here' | 'nowhere' | { origin: string } {
  if (passkeys === null) return 'nowhere';
  // At an IP address, passkeys do not work, and the portal may be on another PC than the reader.
  if (!passkeys.here) return /localhost/.test(passkeys.origin) ? 'nowhere' : { origin: passkeys.origin };
  // Browsers offer passkeys only in a secure context. The build also renders pages, and assumes that the browser supports passkeys.
  return typeof window === 'undefined' || 'PublicKeyCredential' in window ? 'here' : 'nowhere';
}

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

/** Shows the control for passkeys where they work. At another address of the portal, a sentence names the address where they work. */
export function WherePasskeysWork({ children }: { children: Elements }) {
  const place = findPasskeyPlace(useSetup().setup);
  if (place === 'here') return children;
  if (place === 'nowhere') return null;
  return (
    <p>
      <span>{texts.passkeysWorkAt}</span> <a href={place.origin}>{new URL(place.origin).host}</a>
    </p>
  );
}
