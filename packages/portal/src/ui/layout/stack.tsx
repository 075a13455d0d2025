import type { ReactNode } from 'react';
import styles from './stack.module.css';

/** One thing below the other, with room between them; what is wider than the stack scrolls or wraps in itself. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>;
