import { createSigner, createVerifier } from 'fast-jwt';
import { hash } from 'node:crypto';
import * as z from 'zod/mini';

/** The claims of a session token: those of RFC 7519, and two more claims that the portal reads. Times are Unix seconds. */
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

/** The maximum number of tokens in the cache of verified tokens, whose signatures are not checked again at each request. */
const maxVerifiedClaims = 1000;

/**
 * Creates the functions that write and read session tokens, which are HS256 JWTs. The algorithm is fixed (RFC 8725, 3.1), `exp` and `jti`
 * are required, and header parameters that point to other keys have no effect, because there is only this key.
 */
export function createTokens(key: Uint8Array): Tokens {
  const secret = Buffer.from(key);
  const sign = createSigner({ key: secret, algorithm: 'HS256' });
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true, cache: false });
  // The claims of verified tokens. The keys are hashes of the tokens, so that no token stays in memory.
  const verifiedClaims = new Map<string, SessionClaims>();

  /**
   * Returns the claims of a token with a valid signature, else null. The claims are cached, because a valid signature never becomes
   * invalid.
   */
  function verifyOnce(token: string): SessionClaims | null {
    const tokenHash = hash('sha256', token, 'base64url');
    const knownClaims = verifiedClaims.get(tokenHash);
    if (knownClaims) return knownClaims;
    const parseResult = claimsSchema.safeParse(verifyToken(verify, token));
    if (!parseResult.success) return null;
    if (verifiedClaims.size >= maxVerifiedClaims) verifiedClaims.clear();
    verifiedClaims.set(tokenHash, parseResult.data);
    return parseResult.data;
  }

  return {
    write: (session) => sign(session),
    read(token, now) {
      const claims = verifyOnce(token);
      // `iat` is not compared with `now`, so that a token is still valid after the clock of the server was set back; the session's row in
      // the database decides whether the session is valid.
      return claims && claims.exp * 1000 > now && claims.exp > claims.iat ? claims : null;
    },
  };
}

// Returns null for an invalid token. fast-jwt throws an error for an invalid token, but callers do not need the reason.
function verifyToken(verify: (token: string) => unknown, token: string): unknown {
  try {
    return verify(token);
  } catch {
    return null;
  }
}
