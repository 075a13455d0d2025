import { judgeDates } from '@basics/licensing/check-licence.ts';
import type { DatesCode } from '@basics/licensing/check-licence.ts';
import type { Licence, LicenceRefusal } from '@basics/licensing/licence.ts';
import type { Refusal } from '@basics/licensing/reading.ts';
import type { PublishedKey } from './published-key.ts';
import { readGenuine } from './read-genuine.ts';

/**
 * What a licence comes to, by itself and by its dates; whether it is for a certain PC, only that PC can tell. `now` in Unix milliseconds,
 * by the clock of whoever asked.
 */
export type Check = { now: number } & (
  | { code: DatesCode | 'KEY_REVOKED'; licence: Licence; key: PublishedKey }
  | { code: LicenceRefusal; refusal: Refusal<LicenceRefusal>; key: PublishedKey | undefined }
);

/** Checks what was pasted or dropped; nothing of it leaves the browser. */
export async function checkText(text: string, keys: readonly PublishedKey[], now: number): Promise<Check> {
  const publicKeys = keys.map(({ publicKey }) => publicKey);
  const reading = await readGenuine(text, publicKeys);
  if (!reading.ok) {
    const { refusal } = reading;
    return { now, code: refusal.code, refusal, key: keyNamed(keys, refusal.keyId) };
  }
  const licence = reading.value;
  const key = keyNamed(keys, licence.keyId);
  if (!key) throw new Error('a licence was found genuine by a key that is not among those given');
  const code = key.standing === 'revoked' ? 'KEY_REVOKED' : judgeDates(licence, Math.floor(now / 1000));
  return { now, code, licence, key };
}

/** By its id, or by the first digits of it, which is all that a code carries. */
const keyNamed = (keys: readonly PublishedKey[], keyId: string | undefined): PublishedKey | undefined =>
  keyId === undefined ? undefined : keys.find((key) => key.keyId.startsWith(keyId));
