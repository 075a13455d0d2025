import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** The buttons of a step: beside each other, or, on a narrow window, one below the other and as wide as it. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
