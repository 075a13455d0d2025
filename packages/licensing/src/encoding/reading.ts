/**
 * The reason why a text could not be read: a stable code and, where useful, the number of characters found and expected,
 * and a stable detail that distinguishes the cases of one code.
 */
export type Refusal<Code extends string> = {
  code: Code;
  found?: number;
  expected?: number;
  detail?: RefusalDetail;
  /** The number of the first printed line with wrong check characters, from 1. */
  line?: number;
  /** The key id in the licence: 16 hex digits. A licence code contains only the first 8 of them. */
  keyId?: string;
};

export type RefusalDetail =
  | 'empty'
  | 'verification-code'
  | 'licence-code'
  | 'licence-file'
  | 'foreign-character'
  | 'too-long'
  | 'malformed';

/** The result of a reader: the value that was read, or the reason of the refusal. Readers do not throw, whatever the input. */
export type Reading<T, Code extends string> = { ok: true; value: T } | { ok: false; refusal: Refusal<Code> };

/** Creates the result of a reader that has read a value. */
export function accept<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

/** Creates the result of a reader that refuses a text. */
export function refuse<Code extends string>(
  code: Code,
  details: Omit<Refusal<Code>, 'code'> = {},
): { ok: false; refusal: Refusal<Code> } {
  return { ok: false, refusal: { code, ...details } };
}
