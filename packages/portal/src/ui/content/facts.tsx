import type { ReactNode } from 'react';
import styles from './facts.module.css';

type Children = { children: ReactNode };

/** What is known of one thing, as many facts beside each other as have room. */
export const Facts = ({ children }: Children) => <dl className={styles.facts}>{children}</dl>;

/** Facts that need the whole width, one below the other: what somebody wrote keeps its lines. */
export const LongFacts = ({ children }: Children) => <dl className={styles.long}>{children}</dl>;

export const Fact = ({ name, children }: Children & { name: string }) => (
  <div>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
);
