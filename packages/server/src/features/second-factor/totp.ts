import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238); a secret of 160 bits (RFC 4226, section 4). */
const periodSeconds = 30;
const totpOptions = { issuer: 'Basics Portal', algorithm: 'SHA1', digits: 6, period: periodSeconds } as const;
const secretBytes = 20;

/** A new secret in base32. */
export const createTotpSecret = (chance: (bytes: number) => Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(chance(secretBytes)).buffer }).base32;

/** The content of the QR code for an app. */
export const createTotpUri = (secret: string, login: string): string =>
  new TOTP({ ...totpOptions, label: login, secret: Secret.fromBase32(secret) }).toString();

/**
 * The time step of a code. One step before or after `now` (Unix milliseconds) is accepted, because clocks differ; null if the code matches
 * none. The caller must store the step, so that no code of that step or an earlier one is accepted again.
 */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta;
}

/** A typed code without the space that apps show in its middle; null if it cannot be a code of an app. */
export function readTotpCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
