import type { ReactNode } from 'react';
import styles from './facts.module.css';

type Children = { children: ReactNode };

/** Labels and values in as many columns as fit. */
export const Facts = ({ children }: Children) => <dl className={styles.facts}>{children}</dl>;

/** Labels and values at full width, one below the other. Line breaks in the values are kept. */
export const LongFacts = ({ children }: Children) => <dl className={styles.long}>{children}</dl>;

export const Fact = ({ name, children }: Children & { name: string }) => (
  <div>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
);
