import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** The text in a link's fragment (`#c=BV-...`), or null; an escape that cannot be undone is left as it is. */
export function codeOfFragment(fragment: string): string | null {
  const found = /^#?c=(.+)$/s.exec(fragment)?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

/** Takes the code out of the address as soon as it is there, and out of the history with it, so that it does not linger. */
export function useCodeFragment(onCode: (text: string) => void): void {
  const fragment = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const take = useEffectEvent((text: string) => {
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    onCode(text);
  });
  useEffect(() => {
    const text = codeOfFragment(fragment);
    if (text !== null) take(text);
  }, [fragment]);
}
