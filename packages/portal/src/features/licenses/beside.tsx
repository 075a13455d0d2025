import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './verify-license.module.css';

/** The step that one is at, and what helps with it beside it; below it where the window is narrow. */
export function Beside({ title, help, children }: { title: string; help: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{children}</div>
      <section className={styles.help} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {help}
      </section>
    </div>
  );
}
