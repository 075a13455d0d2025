import { useId } from 'react';
import styles from './card.module.css';
import type { Elements } from './elements.ts';

type CardProps = {
  title?: string;
  actions?: Elements;
  /** The id to which the fragment of an address leads; only with a title. */
  anchor?: string;
  children: Elements;
};

/** A framed area of the page for one subject. A card with a title is a region with that name (`h2`). */
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
