import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** The buttons of a step in a row; on a narrow window in a column, each at full width. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
