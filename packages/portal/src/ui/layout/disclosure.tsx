import { useState } from 'react';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

type DisclosureProps = {
  label: string;
  startsOpen?: boolean;
  /** Made only once it is open, so that what is in it is asked for by those who want to see it. */
  children: () => ReactNode;
};

/** Something that few need: a heading that opens what is below it. */
export function Disclosure({ label, startsOpen = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details className={styles.disclosure} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && <div className={styles.inner}>{children()}</div>}
    </details>
  );
}
