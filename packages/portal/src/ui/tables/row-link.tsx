import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './row-link.module.css';

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
