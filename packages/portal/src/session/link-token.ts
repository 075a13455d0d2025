import { useLocation } from '@tanstack/react-router';

/**
 * The token of a link in an e-mail. It is in the fragment, which is never sent in a request or a Referer header, or in the query, where
 * some mail programs move it. Null when the link has lost it.
 */
export function readLinkToken({ hash, searchStr }: { hash: string; searchStr: string }): string | null {
  const found = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? new URLSearchParams(searchStr).get('token');
  return found !== null && /^[\w-]{1,200}$/.test(found) ? found : null;
}

export const useLinkToken = (): string | null => useLocation({ select: readLinkToken });
