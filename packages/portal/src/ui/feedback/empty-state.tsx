import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  /** No title where the heading of the page already says it. */
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** An illustration; the default is a sheet of drafting paper. */
  picture?: ReactNode;
};

/** Says that a list is empty, why, and what to do next. */
export const EmptyState = ({ title, children, actions, picture = <BlankSheet /> }: EmptyStateProps) => (
  <div className={styles.empty}>
    <div className={styles.picture}>{picture}</div>
    {title !== undefined && <p className={styles.title}>{title}</p>}
    {children !== undefined && <div className={styles.body}>{children}</div>}
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </div>
);

const BlankSheet = () => (
  <svg viewBox="0 0 120 84" fill="none" aria-hidden="true">
    <path d="M30 6h46l16 16v56H30z" fill="var(--brand-soft)" stroke="currentColor" strokeWidth="1.5" />
    <path d="M76 6v16h16" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    <path d="M40 34h42M40 46h42M40 58h42M54 26v42M68 26v42" stroke="currentColor" strokeOpacity=".28" />
    <path d="M40 62c10-2 13-22 24-24 7-1 11-1 18-8" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    <circle cx="64" cy="38" r="3" fill="var(--surface)" stroke="currentColor" strokeWidth="1.75" />
    <path d="M8 78h104" stroke="currentColor" strokeOpacity=".35" strokeLinecap="round" />
  </svg>
);
