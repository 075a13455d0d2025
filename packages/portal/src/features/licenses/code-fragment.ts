import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Returns the text in the fragment of a link (`#c=BV-...`), or null; an invalid escape is left unchanged. */
export function readCodeFragment(fragment: string): string | null {
  const found = /^#?c=(.+)$/s.exec(fragment)?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

/** Removes the code from the address and from the history as soon as it is read. */
export function useCodeFragment(onCode: (text: string) => void): void {
  const fragment = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const take = useEffectEvent((text: string) => {
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    onCode(text);
  });
  useEffect(() => {
    const text = readCodeFragment(fragment);
    if (text !== null) take(text);
  }, [fragment]);
}
