/**
 * Some mail gateways encode the `#` of a link as `%23` or `%2523`, which moves its fragment into the path. Returns the path, query and
 * fragment that the link had; null for an address that was not changed in this way. No page of the portal has a `#` in its path.
 */
export function repairAddress(address: string): string | null {
  const parts = /^(\/[^?#%]*(?:%(?!(?:25)*23)[^?#%]*)*)%(?:25)*23([^?#]*)(\?[^#]*)?/.exec(address);
  if (parts === null) return null;
  const [, path = '', fragment = '', query = ''] = parts;
  return `${path}${query}#${fragment}`;
}

/** Removes the percent-encoding of a text, also of a text that was encoded up to three times. Invalid encodings stay. */
export function decodeFully(text: string): string {
  let decoded = text;
  for (let times = 0; times < 3 && decoded.includes('%'); times += 1) {
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return decoded; // The rest is not percent-encoded text, for example "100%".
    }
  }
  return decoded;
}
