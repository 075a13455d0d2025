import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#portal/ui/card.tsx';
import styles from './verify-license.module.css';

/** The next step in place of the one before: its heading takes the focus, so that keyboard and screen reader go on there. */
export function FocusedCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id}>
      <Card>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <div className={styles.stack}>{children}</div>
      </Card>
    </section>
  );
}
