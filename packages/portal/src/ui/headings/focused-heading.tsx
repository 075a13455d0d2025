import { useEffect, useRef } from 'react';
import styles from './focused-heading.module.css';

/** The heading of a result. The heading takes the focus, so that keyboard and screen reader users continue there. */
export function FocusedHeading({ id, children }: { id: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h2>
  );
}
