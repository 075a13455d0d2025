/**
 * A path of the portal with a one-time token in its fragment, which no log of a server and no Referer ever sees; of base64url alone, so
 * that it stays whole in every mail client.
 */
export function linkWith(path: string, token: string): string {
  if (!/^[\w-]+$/.test(token)) throw new Error('a token for a link must be base64url');
  return `${path}#token=${token}`;
}
