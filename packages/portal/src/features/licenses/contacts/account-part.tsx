import { useId } from 'react';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import styles from '../verify-license.module.css';

/** A part of a card of My Account, with a title of its own. */
export function AccountPart({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
