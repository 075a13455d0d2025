import { decodeFully } from '@basics/contract/fields/mangled-address.ts';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Returns the code in the fragment of a link (`#c=BV-...`), or null. A text with an invalid percent-encoding is returned unchanged. */
export const readCodeFragment = (fragment: string): string | null =>
  /^#?c=(.+)$/s.exec(decodeFully(fragment))?.[1] ?? null;

/**
 * Calls `onCode` with the code in the fragment of the address, and removes the code from the address and the history.
 * The hook reads the address after the navigation has ended, so that the page of the previous address does not get the
 * code.
 */
export function useCodeFragment(onCode: (code: string) => void): void {
  const fragment = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' });
  const navigate = useNavigate();
  const takeCode = useEffectEvent((code: string) => {
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    onCode(code);
  });
  useEffect(() => {
    const code = readCodeFragment(fragment);
    if (code !== null) takeCode(code);
  }, [fragment]);
}
