import { judgeDates } from '@basics/licensing/check-licence.ts';
import type { DatesCode } from '@basics/licensing/check-licence.ts';
import type { Licence, LicenceRefusal } from '@basics/licensing/licence.ts';
import type { Refusal } from '@basics/licensing/reading.ts';
import type { PublishedKey } from './published-key.ts';
import { readGenuine } from './read-genuine.ts';

/**
 * The result of checking a licence and its dates; only a PC can check whether the licence is for it. `now` in Unix milliseconds,
 * from the clock of the caller.
 */
export type Check = { now: number } & (
  | { code: DatesCode | 'KEY_REVOKED'; licence: Licence; key: PublishedKey }
  | { code: LicenceRefusal; refusal: Refusal<LicenceRefusal>; key: PublishedKey | undefined }
);

/** Checks a pasted or dropped text; nothing of it leaves the browser. */
export async function checkText(text: string, keys: readonly PublishedKey[], now: number): Promise<Check> {
  const publicKeys = keys.map(({ publicKey }) => publicKey);
  const reading = await readGenuine(text, publicKeys);
  if (!reading.ok) {
    const { refusal } = reading;
    return { now, code: refusal.code, refusal, key: findKey(keys, refusal.keyId) };
  }
  const licence = reading.value;
  const key = findKey(keys, licence.keyId);
  if (!key) throw new Error('a licence was found genuine by a key that is not among those given');
  const code = key.standing === 'revoked' ? 'KEY_REVOKED' : judgeDates(licence, Math.floor(now / 1000));
  return { now, code, licence, key };
}

/** Finds a key by its id, or by the first digits of it: a code contains no more. */
const findKey = (keys: readonly PublishedKey[], keyId: string | undefined): PublishedKey | undefined =>
  keyId === undefined ? undefined : keys.find((key) => key.keyId.startsWith(keyId));
