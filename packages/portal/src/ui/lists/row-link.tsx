import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './row-link.module.css';

type RowLinkProps = {
  /** A page of its own; without it the row opens beside its list, which stays where it was scrolled to. */
  to?: string;
  search?: Record<string, unknown>;
  /** For the ear, where the words alone do not say what opens. */
  label?: string;
  children: ReactNode;
};

/** Leads a row of a table and is as large as the whole row: it opens in a new tab, and its address can be copied. */
export const RowLink = ({ to = '.', search = {}, label, children }: RowLinkProps) => (
  <Link to={to} search={search} className={styles.link ?? ''} aria-label={label} resetScroll={to !== '.'}>
    {children}
  </Link>
);
