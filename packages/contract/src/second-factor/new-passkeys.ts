import * as z from 'zod/mini';
import { base64urlBytes, credentialFields, token } from './passkeys.ts';

const transports = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8));

/** The result that the browser returns after it has created a passkey. */
export const newPasskeyAnswer = z.strictObject({
  token,
  response: z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: base64urlBytes(4000),
      attestationObject: base64urlBytes(32_000),
      transports: z.optional(transports),
    }),
  }),
});
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>;

/** The options that the browser needs to create a passkey. */
export const newPasskeyOptions = z.strictObject({
  token,
  options: z.strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(z.strictObject({ type: z.literal('public-key'), id: z.string() })),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
});
