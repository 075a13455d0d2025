import * as z from 'zod/mini';

/*
 * What travels between a browser's passkeys and the server: WebAuthn Level 3, section 5.1, in the JSON forms that browsers make and
 * read themselves. Bytes are base64url. Only what the portal uses is named; a browser may add to it, and what it adds is dropped.
 */

export const bytes = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[\w-]*$/));
export const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.optional(z.unknown()),
};

/** The token of the options that were asked for before: each challenge is answered once. */
export const token = z.string().check(z.maxLength(200));

/** What a browser answers when a passkey signs in. */
export const passkeyAnswer = z.strictObject({
  token,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(4000),
      userHandle: z.optional(z.nullable(bytes(200))),
    }),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** What a browser is given to sign in with a passkey; none is named, because each tells whose it is. */
export const passkeyOptions = z.strictObject({
  token,
  options: z.strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
});
