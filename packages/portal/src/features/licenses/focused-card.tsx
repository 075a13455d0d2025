import { useId } from 'react';
import { Card } from '#portal/ui/layout/layout.tsx';
import { FocusedHeading } from '#portal/ui/headings/page-heading.tsx';
import styles from './verify-license.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type FocusedCardProps = {
  title: string;
  children: Elements;
};

/** The card of the current step. The heading of the card gets the focus, because the card replaces the previous step. */
export function FocusedCard({ title, children }: FocusedCardProps) {
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
