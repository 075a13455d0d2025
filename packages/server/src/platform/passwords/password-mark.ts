import { createHmac, hkdfSync } from 'node:crypto';
import { hours } from '#server/platform/clock/clock.ts';

/**
 * Returns the mark (short keyed hash) of a password at the time `now` (Unix milliseconds). Within one hour, equal passwords have equal
 * marks.
 */
export type MarkPassword = (password: string, now: number) => string;

/**
 * Creates the function that computes password marks. Marks make it possible to count how often a wrong password is tried without storing
 * the password. A mark has 20 bits, so one in a million passwords has the same mark. A mark does not reveal the password, even to somebody
 * who has the database and the key. The mark of a password changes every hour.
 */
export function createPasswordMarks(secret: Uint8Array): MarkPassword {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'basics-portal password marks', 32));
  return (password, now) =>
    createHmac('sha256', key)
      .update(`${Math.floor(now / hours(1))}\n${password}`)
      .digest('hex')
      .slice(0, 5);
}
