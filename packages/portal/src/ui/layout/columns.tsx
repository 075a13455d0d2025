import type { ReactNode } from 'react';
import styles from './columns.module.css';

/** What one does, and beside it what helps with it; below it where the window is narrow. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>;
