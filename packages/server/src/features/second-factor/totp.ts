import { Secret, TOTP } from 'otpauth';

/** Every authenticator app supports these parameters: SHA-1, six digits, 30 seconds (RFC 6238), and a secret of 160 bits (RFC 4226, section 4). */
const periodSeconds = 30;
const totpOptions = { issuer: 'Basics Portal', algorithm: 'SHA1', digits: 6, period: periodSeconds } as const;
const secretBytes = 20;

/** Creates the secret of an authenticator app, in base32. */
export const createTotpSecret = (randomBytes: (bytes: number) => Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer }).base32;

/** Creates the URI that an authenticator app reads from the QR code. */
export const createTotpUri = (secret: string, login: string): string =>
  new TOTP({ ...totpOptions, label: login, secret: Secret.fromBase32(secret) }).toString();

/**
 * Finds the time step of a code, or null if the code is wrong. The codes of one time step before and after `now` (Unix
 * milliseconds) are also accepted, because clocks differ. The caller must store the step, so that no code of that step
 * or an earlier step is accepted again.
 */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret) });
  const stepOffset = totp.validate({ token: code, timestamp: now, window: 1 });
  return stepOffset === null ? null : Math.floor(now / 1000 / periodSeconds) + stepOffset;
}
