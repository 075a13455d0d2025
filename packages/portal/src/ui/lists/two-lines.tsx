import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

type TwoLinesProps = {
  children: ReactNode;
  /** Smaller, below; no second line without it. */
  second: ReactNode;
};

/** What a cell of a table says, and below it what belongs to that. */
export const TwoLines = ({ children, second }: TwoLinesProps) => (
  <>
    {children}
    {second && <span className={styles.second}>{second}</span>}
  </>
);

/** A date or a name in a cell that does not break, however narrow its column is. */
export const OneLine = ({ children }: { children: ReactNode }) => <span className={styles.oneLine}>{children}</span>;
