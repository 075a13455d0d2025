import { createSigner, createVerifier } from 'fast-jwt';
import * as z from 'zod/mini';

/** The claims of a session token: RFC 7519 names plus the two that the portal reads. Times are Unix seconds. */
const claimsSchema = z.object({
  sub: z.string().check(z.regex(/^\d+$/)),
  userName: z.string().check(z.minLength(1)),
  exp: z.int(),
  iat: z.int(),
  jti: z.string().check(z.minLength(1)),
  profileID: z.nullable(z.int()),
});
export type SessionClaims = z.infer<typeof claimsSchema>;

export type Tokens = {
  write(session: SessionClaims): string;
  /** Returns the claims of a valid token that has not expired at `now` (Unix milliseconds), else null. */
  read(token: string, now: number): SessionClaims | null;
};

/**
 * Session tokens as HS256 JWTs. The algorithm is fixed (RFC 8725, 3.1), `exp` and `jti` are required, and header
 * parameters that point to other keys have no effect, because there is only this key.
 */
export function createTokens(key: Uint8Array): Tokens {
  const secret = Buffer.from(key);
  const sign = createSigner({ key: secret, algorithm: 'HS256' });
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true, cache: false });
  return {
    write: (session) => sign(session),
    read(token, now) {
      const payload = verifyToken(verify, token);
      const parseResult = claimsSchema.safeParse(payload);
      if (!parseResult.success) return null;
      // The time of issue is ignored: the row of the session decides, also after the clock was set back.
      const { exp, iat } = parseResult.data;
      return exp * 1000 > now && exp > iat ? parseResult.data : null;
    },
  };
}

// fast-jwt throws for every kind of invalid token; for the caller they all mean: no session.
function verifyToken(verify: (token: string) => unknown, token: string): unknown {
  try {
    return verify(token);
  } catch {
    return null;
  }
}
