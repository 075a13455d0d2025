import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/**
 * A message about an action that the user started further down the page. The message takes the focus, which scrolls it into view, again for
 * every new `cause`.
 */
export function ScrolledIntoView({ cause, children }: { cause: unknown; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const handledCause = useRef<unknown>(null);
  useEffect(() => {
    if (handledCause.current === cause) return;
    handledCause.current = cause;
    ref.current?.focus();
  });
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  );
}
