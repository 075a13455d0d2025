import { ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { Elements } from '../layout/layout.tsx';
import styles from './way-list.module.css';

/** What a user can do now, the most helpful way first: at most three rows. */
export const WayList = ({ children }: { children: Elements }) => <ul className={styles.ways}>{children}</ul>;

type WayProps = {
  icon: Elements;
  title: string;
  text?: string | undefined;
  /** The button or link of the row. */
  action: Elements;
};

/** A way with its action beside it. */
export const Way = ({ icon, title, text, action }: WayProps) => (
  <li>
    <div className={styles.way}>
      <WayWords icon={icon} title={title} text={text} />
      {action}
    </div>
  </li>
);

type UnfoldingWayProps = Omit<WayProps, 'action'> & {
  startsOpen?: boolean;
  /** The content is rendered only while it is open. */
  children: () => ReactNode;
};

/** A way whose row unfolds what the user needs for it. Of the ways of a list, one is open at a time. */
export function UnfoldingWay({ icon, title, text, startsOpen = false, children }: UnfoldingWayProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  return (
    <li>
      <details name="way" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.way} aria-labelledby={id}>
          <WayWords id={id} icon={icon} title={title} text={text} />
          <ChevronRight aria-hidden="true" />
        </summary>
        {isOpen && <div className={styles.more}>{children()}</div>}
      </details>
    </li>
  );
}

const WayWords = ({ id, icon, title, text }: Omit<WayProps, 'action'> & { id?: string }) => (
  <>
    <span className={styles.icon}>{icon}</span>
    <span className={styles.words} id={id}>
      <strong>{title}</strong> {text !== undefined && <small>{text}</small>}
    </span>
  </>
);
