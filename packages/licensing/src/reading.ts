/**
 * Why something could not be read: a stable code, and where they help, the number of characters found and expected
 * and a detail, stable too, that tells cases of one code apart.
 */
export type Refusal<Code extends string> = {
  code: Code;
  found?: number;
  expected?: number;
  detail?: RefusalDetail;
  /** The key by which a licence says that it was signed: 16 hex digits, from a code the first 8 of them. */
  keyId?: string;
};

export type RefusalDetail =
  'empty' | 'verification-code' | 'licence-code' | 'licence-file' | 'foreign-character' | 'too-long' | 'malformed';

/** What a reader answers: the value, or the named refusal. Nothing is thrown for what people paste. */
export type Reading<T, Code extends string> = { ok: true; value: T } | { ok: false; refusal: Refusal<Code> };

export function accepted<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function refused<Code extends string>(
  code: Code,
  more: Omit<Refusal<Code>, 'code'> = {},
): { ok: false; refusal: Refusal<Code> } {
  return { ok: false, refusal: { code, ...more } };
}
