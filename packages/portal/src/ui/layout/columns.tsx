import type { ReactNode } from 'react';
import styles from './columns.module.css';

/** The main column with a help column next to it, or below it on a narrow window. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>;
