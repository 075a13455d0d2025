import type { ReactNode } from 'react';
import styles from './fact-rows.module.css';

/** What is known of a thing, a row for each fact; on a narrow window the value stands below its name. */
export const FactRows = ({ children }: { children: ReactNode }) => <dl className={styles.rows}>{children}</dl>;

export const FactRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
