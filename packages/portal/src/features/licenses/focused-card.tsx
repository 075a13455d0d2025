import { useId } from 'react';
import { Card } from '#portal/ui/layout/card.tsx';
import { FocusedHeading } from '#portal/ui/layout/focused-heading.tsx';
import styles from './verify-license.module.css';
import type { Elements } from '#portal/ui/layout/elements.ts';

type FocusedCardProps = {
  title: string;
  /** An icon beside the title. */
  icon?: Elements;
  /** A sentence below the title. */
  introText?: string;
  children: Elements;
};

/** The card of the current step. The heading of the card gets the focus, because the card replaces the previous step. */
export function FocusedCard({ title, icon, introText, children }: FocusedCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.step}>
          <div className={styles.head}>
            {icon}
            <div>
              <FocusedHeading id={id}>{title}</FocusedHeading>
              {introText !== undefined && <p>{introText}</p>}
            </div>
          </div>
          <div className={styles.stack}>{children}</div>
        </div>
      </Card>
    </section>
  );
}
