import * as z from 'zod/mini';

const claimsSchema = z.object({ userName: z.string().check(z.minLength(1)), exp: z.number() });
export type Claims = z.infer<typeof claimsSchema>;

/** The claims of a session token (JWT, RFC 7519; `exp` in seconds), or null when it cannot be decoded or has no user name. */
export function readClaims(token: string | null): Claims | null {
  const payload = token?.split('.')[1];
  if (payload === undefined) return null;
  try {
    return claimsSchema.safeParse(JSON.parse(decodeText(payload))).data ?? null;
  } catch {
    return null; // The token is not base64url, not UTF-8 or not JSON.
  }
}

/**
 * Returns whether a token has not expired at this time (milliseconds). The server decides whether a token is valid; this check only avoids
 * useless requests.
 */
export const isUnexpired = ({ exp }: Claims, now: number): boolean => exp * 1000 >= now;

function decodeText(base64url: string): string {
  const bytes = Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
