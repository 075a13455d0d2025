import { useLocation } from '@tanstack/react-router';

/**
 * Reads the token of a link in an e-mail. The token is in the fragment, which is never sent in a request or a Referer header, or in the
 * query, because some mail programs move it there. Returns null when the token is missing.
 */
export function readLinkToken({ hash, searchStr }: { hash: string; searchStr: string }): string | null {
  const tokenInLink =
    new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? new URLSearchParams(searchStr).get('token');
  return tokenInLink !== null && /^[\w-]{1,200}$/.test(tokenInLink) ? tokenInLink : null;
}

export const useLinkToken = (): string | null => useLocation({ select: readLinkToken });
