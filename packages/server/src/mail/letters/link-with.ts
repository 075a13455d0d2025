/** The paths of the pages to which links with a one-time token lead. */
export const linkPaths = { activate: '/activation', reset: '/password/reset' } as const;

/**
 * Creates a path of the portal with a one-time token in the fragment, because servers never log the fragment and
 * browsers never send it as Referer. Throws an error if the token has characters other than those of base64url, with
 * which a mail client could break the link.
 */
export function createTokenPath(path: string, token: string): string {
  if (!/^[\w-]+$/.test(token)) throw new Error('a token for a link must be base64url');
  return `${path}#token=${token}`;
}
