/** The pages that take a one-time token. */
export const linkPaths = { activate: '/activation', reset: '/password/reset' } as const;

/**
 * A path of the portal with a one-time token in its fragment, which servers never log and browsers never send as Referer. Only base64url
 * characters, so that every mail client keeps the link whole.
 */
export function createTokenPath(path: string, token: string): string {
  if (!/^[\w-]+$/.test(token)) throw new Error('a token for a link must be base64url');
  return `${path}#token=${token}`;
}
