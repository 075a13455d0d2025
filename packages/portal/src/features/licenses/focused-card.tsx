import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#portal/ui/layout/card.tsx';
import { FocusedHeading } from '#portal/ui/layout/focused-heading.tsx';
import styles from './verify-license.module.css';

/** Shows the next step in place of the last one, and focuses it. */
export function FocusedCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.step}>
          <FocusedHeading id={id}>{title}</FocusedHeading>
          <div className={styles.stack}>{children}</div>
        </div>
      </Card>
    </section>
  );
}
