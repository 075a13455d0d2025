import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Words that came in answer to something done further down: they take the focus, which scrolls to them, anew for every `cause`. */
export function ScrolledIntoView({ cause, children }: { cause: unknown; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const answered = useRef<unknown>(null);
  useEffect(() => {
    if (answered.current === cause) return;
    answered.current = cause;
    ref.current?.focus();
  });
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  );
}
