import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

type TwoLinesProps = {
  children: ReactNode;
  /** The second line, in smaller text; absent for one line only. */
  secondLine: ReactNode;
};

/** The content of a table cell, with a second line of details. */
export const TwoLines = ({ children, secondLine }: TwoLinesProps) =>
  secondLine ? (
    <span className={styles.two}>
      <span>{children}</span> <span className={styles.second}>{secondLine}</span>
    </span>
  ) : (
    <span>{children}</span>
  );

/** A date or a name in a cell that does not wrap, however narrow its column is. */
export const OneLine = ({ children }: { children: ReactNode }) => <span className={styles.oneLine}>{children}</span>;
