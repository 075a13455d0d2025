import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** Buttons in a row. On a narrow window, the buttons are in a column, each at full width. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
