/** The pages to which a link with a one-time token leads. */
export const linkPaths = { activate: '/activation', reset: '/password/reset' } as const;

/**
 * Creates a path of the portal with a one-time token in its fragment, which servers never log and browsers never send as Referer. The token
 * has only base64url characters, so that no mail client breaks the link.
 */
export function createTokenPath(path: string, token: string): string {
  if (!/^[\w-]+$/.test(token)) throw new Error('a token for a link must be base64url');
  return `${path}#token=${token}`;
}
