import type { ReactNode } from 'react';
import styles from './stack.module.css';

/** A column of elements with gaps between them; content that is wider than the stack scrolls or wraps. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>;
