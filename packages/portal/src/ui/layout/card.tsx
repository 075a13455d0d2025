import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './card.module.css';

type CardProps = {
  title?: string;
  actions?: ReactNode;
  /** The fragment of an address that leads here; only with a title. */
  anchor?: string;
  children: ReactNode;
};

/** A surface that holds one matter; with a title it is a region of that name (`h2`). */
export function Card({ title, actions, anchor, children }: CardProps) {
  const id = useId();
  if (title === undefined) return <div className={styles.card}>{children}</div>;
  return (
    <section className={styles.card} aria-labelledby={id} {...(anchor !== undefined && { id: anchor, tabIndex: -1 })}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
