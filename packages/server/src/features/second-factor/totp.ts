import { Secret, TOTP } from 'otpauth';

/** What every authenticator app can do: SHA-1, six digits, 30 seconds (RFC 6238); a secret of 160 bits (RFC 4226, section 4). */
const period = 30;
const shared = { issuer: 'Basics Portal', algorithm: 'SHA1', digits: 6, period } as const;
const secretBytes = 20;

/** A new secret in base32. */
export const newTotpSecret = (chance: (bytes: number) => Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(chance(secretBytes)).buffer }).base32;

/** What an app reads from a QR code. */
export const totpUri = (secret: string, login: string): string =>
  new TOTP({ ...shared, label: login, secret: Secret.fromBase32(secret) }).toString();

/**
 * The time step that a code belongs to, one before or behind `now` (Unix milliseconds) included because clocks differ; null when it
 * fits none. Whoever accepts a code keeps its step, so that no code of that step or an earlier one counts again.
 */
export function totpStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...shared, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / period) + delta;
}

/** A code as it was typed, without the space that apps show in its middle; null when it is no code of an app. */
export function totpCodeIn(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
