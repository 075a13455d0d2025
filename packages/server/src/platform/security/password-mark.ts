import { createHmac, hkdfSync } from 'node:crypto';
import { hours } from '#server/platform/clock.ts';

/** Returns the mark of a password at this time (Unix milliseconds): equal passwords have equal marks, within one hour. */
export type MarkPassword = (password: string, now: number) => string;

/**
 * Marks by which wrong passwords can be counted without storing them. A mark has 20 bits: one in a million passwords has the same, so it
 * does not reveal the password even to a reader of the database who has the key. The mark of a password changes every hour.
 */
export function createPasswordMarks(secret: Uint8Array): MarkPassword {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'basics-portal password marks', 32));
  return (password, now) =>
    createHmac('sha256', key)
      .update(`${Math.floor(now / hours(1))}\n${password}`)
      .digest('hex')
      .slice(0, 5);
}
