import { useLocation } from '@tanstack/react-router';

/**
 * The token that a mailed link carries: in the fragment, which no server's log and no Referer ever sees, or, where a mail program has
 * cut that off and moved it, in the query. Null when the link has lost it.
 */
export function tokenOfLink({ hash, searchStr }: { hash: string; searchStr: string }): string | null {
  const found = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? new URLSearchParams(searchStr).get('token');
  return found !== null && /^[\w-]{1,200}$/.test(found) ? found : null;
}

export const useLinkToken = (): string | null => useLocation({ select: tokenOfLink });
