import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Returns the code in the fragment of a link (`#c=BV-...`), or null. A text with an invalid percent-encoding is returned unchanged. */
export function readCodeFragment(fragment: string): string | null {
  const encodedCode = /^#?c=(.+)$/s.exec(fragment)?.[1];
  if (encodedCode === undefined) return null;
  try {
    return decodeURIComponent(encodedCode);
  } catch {
    return encodedCode;
  }
}

/** Calls `onCode` with the code in the fragment of the address, and removes it from the address and the history. */
export function useCodeFragment(onCode: (code: string) => void): void {
  const fragment = useLocation({ select: ({ hash }) => hash });
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
