import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import styles from './cells.module.css';

/** The buttons at the end of a row. With a mouse, they are only visible in the row under the pointer or with the focus. */
export const CellActions = ({ children }: { children: Elements }) => <span className={styles.actions}>{children}</span>;

type RowLinkProps = {
  /** The path of a page. Without a path, the row opens in a side panel over its list, and the list keeps its scroll position. */
  to?: string;
  search?: Record<string, unknown>;
  /** The accessible name, if the text alone does not say what opens. */
  label?: string;
  children: ReactNode;
};

/** The main link of a table row, as large as the whole row. The row link is a real link: it can be opened in a new tab and copied. */
export const RowLink = ({ to = '.', search = {}, label, children }: RowLinkProps) => (
  <Link to={to} search={search} className={styles.link ?? ''} aria-label={label} resetScroll={to !== '.'}>
    {children}
  </Link>
);

type TwoLinesProps = {
  children: ReactNode;
  /** The second line, in smaller text; absent for one line only. An age that is too high is a `time`. */
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

/** A date or a name in the cell of a table, which does not wrap. A long name is cut off, and is shown whole on hover. */
export const OneLine = ({ children }: { children: ReactNode }) => <span className={styles.oneLine}>{children}</span>;
