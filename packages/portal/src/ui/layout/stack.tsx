import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import styles from './stack.module.css';

/** A column of elements with gaps between them; content that is wider than the stack scrolls or wraps. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>;

/** A column of cards, with larger gaps than a `Stack` has. */
export const CardStack = ({ children }: { children: ReactNode }) => (
  <div className={joinClasses(styles.stack, styles.cards)}>{children}</div>
);
