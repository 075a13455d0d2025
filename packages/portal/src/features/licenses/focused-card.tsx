import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#portal/ui/layout/card.tsx';
import { FocusedHeading } from '#portal/ui/layout/focused-heading.tsx';
import styles from './verify-license.module.css';

type FocusedCardProps = {
  title: string;
  /** A picture beside the title. */
  mark?: ReactNode;
  /** A sentence below the title. */
  lead?: string;
  children: ReactNode;
};

/** Shows the next step in place of the last one, and focuses it. */
export function FocusedCard({ title, mark, lead, children }: FocusedCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.step}>
          <div className={styles.head}>
            {mark}
            <div>
              <FocusedHeading id={id}>{title}</FocusedHeading>
              {lead !== undefined && <p>{lead}</p>}
            </div>
          </div>
          <div className={styles.stack}>{children}</div>
        </div>
      </Card>
    </section>
  );
}
