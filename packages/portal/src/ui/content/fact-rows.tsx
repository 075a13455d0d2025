import type { ReactNode } from 'react';
import styles from './fact-rows.module.css';

/** Labels and values, one row each; on a narrow window the value is below its label. */
export const FactRows = ({ children }: { children: ReactNode }) => <dl className={styles.rows}>{children}</dl>;

export const FactRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
