import { useId } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { VisuallyHidden } from '../layout/layout.tsx';
import styles from './time-signs.module.css';

/** `plan` is time that runs as planned, `done` what was just finished, `soon` what needs the user, `late` what is over. */
export type TimeTone = 'plan' | 'done' | 'soon' | 'late' | 'past';

/** Returns the tone of the time that a licence has left: it needs its owner from the day on which renewals usually open. */
export function findTimeTone(daysLeft: number): TimeTone {
  if (daysLeft < 0) return 'late';
  return daysLeft <= limits.licence.renewalOpensDays ? 'soon' : 'plan';
}

/** The circumference of the ring whose radius is 9. */
const circumference = 2 * Math.PI * 9;
/** The smallest arc that can be seen. */
const leastShare = 0.1;

/** The time that is left as a ring, for a row of a list: a full ring is a year. The row says the same in words. Without time left, nothing is drawn. */
export const TimeRing = ({ daysLeft, tone }: { daysLeft: number; tone: TimeTone }) => (
  <svg className={styles.ring} viewBox="0 0 24 24" aria-hidden="true">
    {daysLeft >= 0 && (
      <>
        <circle cx="12" cy="12" r="9" />
        <circle
          className={styles[tone]}
          cx="12"
          cy="12"
          r="9"
          strokeDasharray={`${(circumference * limitShare(daysLeft / 365, leastShare)).toFixed(1)} 99`}
        />
      </>
    )}
  </svg>
);

type TimeLineProps = {
  /** What the line shows, for screen readers. */
  label: string;
  /** The part of the line that has the colour of the tone: 0 to 1. It begins at `start`. */
  share: number;
  start?: number;
  tone: TimeTone;
  /** Whether the rest of the line is hatched: it is time that waits for something. */
  isRestWaiting?: boolean;
};

/** The time of one thing as a line. */
export function TimeLine({ label, share, start = 0, tone, isRestWaiting = false }: TimeLineProps) {
  const id = useId();
  return (
    <>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg className={styles.line} aria-hidden="true">
        {isRestWaiting && (
          <>
            <defs>
              <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect className={styles.done} width="2.5" height="6" />
              </pattern>
            </defs>
            <rect width="100%" height="6" fill={`url(#${id})`} />
          </>
        )}
        <rect className={styles[tone]} x={toPercent(start)} width={toPercent(share)} height="6" />
      </svg>
    </>
  );
}

const toPercent = (share: number): string => `${(limitShare(share, 0) * 100).toFixed(1)}%`;

const limitShare = (share: number, least: number): number => Math.min(1, Math.max(least, share));
