import * as z from 'zod/mini';

/*
 * The messages between a browser's passkeys and the server: WebAuthn Level 3, section 5.1, in the JSON forms that browsers create and
 * read. Bytes are base64url. The schemas name only the fields that the portal uses; further fields that a browser sends are dropped.
 */

export const base64urlBytes = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^[\w-]*$/));
export const credentialFields = {
  id: base64urlBytes(1400),
  rawId: base64urlBytes(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.optional(z.unknown()),
};

/**
 * The token in the passkey options that the browser requested. Each token, and so each challenge, is accepted only
 * once.
 */
export const token = z.string().check(z.maxLength(200));

/** The result that the browser returns when a user signs in with a passkey. */
export const passkeyAnswer = z.strictObject({
  token,
  response: z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: base64urlBytes(4000),
      authenticatorData: base64urlBytes(4000),
      signature: base64urlBytes(4000),
      userHandle: z.optional(z.nullable(base64urlBytes(200))),
    }),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/**
 * The options that the browser needs when a user signs in with a passkey. The options list no passkeys, because each passkey identifies its
 * user.
 */
export const passkeyOptions = z.strictObject({
  token,
  options: z.strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
});
