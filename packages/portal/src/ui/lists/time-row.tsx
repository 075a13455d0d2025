import { CircleArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { TimeRing, type TimeTone } from '../content/time-signs.tsx';
import type { Elements } from '../layout/layout.tsx';
import styles from './time-row.module.css';

type TimeRowProps = {
  /** The days until the thing expires; negative if it has expired, and null if it has no such time. Without a value, no ring is shown. */
  daysLeft?: number | null;
  tone: TimeTone;
  /** Whether something must be installed before the time counts. */
  isWaiting?: boolean;
  /** The name; a link in it covers the row. */
  title: Elements;
  /** What the thing is, below its name. */
  second: string;
  /** The time in words. */
  time: string;
  /** The day, below the time; empty if there is none. */
  day?: string;
  action?: ReactNode;
  /** The menu with the other actions of the row. */
  menu?: Elements;
};

/** A row about a thing that expires: the time that is left as a ring and in words, at most one action, and a menu. A phone shows it in at most 60 px. */
export const TimeRow = ({
  daysLeft,
  tone,
  isWaiting = false,
  title,
  second,
  time,
  day = '',
  action,
  menu,
}: TimeRowProps) => (
  <li
    className={styles.row}
    data-menu={menu === undefined ? undefined : true}
    data-plain={daysLeft === undefined || undefined}
  >
    {isWaiting ? (
      <CircleArrowDown className={styles.waiting} aria-hidden="true" />
    ) : (
      daysLeft !== undefined && <TimeRing daysLeft={daysLeft ?? -1} tone={tone} />
    )}
    <div className={styles.name}>
      {title}
      <span className={styles.second}>{second}</span>
    </div>
    <div className={styles.time}>
      <span data-tone={isWaiting ? 'soon' : tone}>{time}</span>
      {day !== '' && <span className={styles.second}>{day}</span>}
    </div>
    <div className={styles.act}>{action}</div>
    {menu !== undefined && <div className={styles.act}>{menu}</div>}
  </li>
);

/** The list of such rows. */
export const TimeRows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>;
