import { useState, type ReactNode } from 'react';
import styles from './disclosure.module.css';

type DisclosureProps = {
  label: string;
  startsOpen?: boolean;
  /** The content is rendered only while it is open, so its data is loaded only when a user opens it. */
  children: () => ReactNode;
};

/** A heading that shows and hides the content below it, for content that few users need. */
export function Disclosure({ label, startsOpen = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details className={styles.disclosure} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && <div className={styles.inner}>{children()}</div>}
    </details>
  );
}
