import { decodeFully } from '@basics/contract/fields/mangled-address.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Reads the token of a link in an e-mail. The token is in the fragment, which is never sent in a request or a Referer header, or in the
 * query, because some mail programs move it there. Mail programs may also encode the link, or add the punctuation behind it. Returns null
 * when the token is missing.
 */
export const readLinkToken = ({ hash, searchStr }: { hash: string; searchStr: string }): string | null =>
  findToken(hash) ?? findToken(searchStr);

function findToken(addressPart: string): string | null {
  const value = /(?:^|[#?&;])token=([^&#]*)/.exec(decodeFully(addressPart))?.[1] ?? '';
  return /^([\w-]{1,200})[^\w\s-]*$/.exec(value)?.[1] ?? null;
}

/** Returns the token of the link that opened this page, and removes everything else from the query and the fragment of the address. */
export function useLinkToken(): string | null {
  const token = useLocation({ select: readLinkToken });
  const isClean = useLocation({ select: ({ hash, searchStr }) => searchStr === '' && hash === `token=${token}` });
  const navigate = useNavigate();
  useEffect(() => {
    if (token !== null && !isClean)
      void navigate({ to: '.', search: {}, hash: `token=${token}`, replace: true, resetScroll: false });
  }, [token, isClean, navigate]);
  return token;
}
