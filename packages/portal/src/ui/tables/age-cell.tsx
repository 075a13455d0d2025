import { limits } from '@basics/contract/calls/limits.ts';
import { formatAgo, formatShortDay } from '#portal/messages/times.ts';
import { OneLine, TwoLines } from './cells.tsx';

type AgeCellProps = {
  /** An ISO date and time. */
  at: string;
  /** The present time in Unix milliseconds. */
  now: number;
  /** Whether somebody still waits: then an age over the limit is marked as late, like on the home page. */
  isWaiting: boolean;
};

/** The day on which something was sent, with its age. */
export function AgeCell({ at, now, isWaiting }: AgeCellProps) {
  const seconds = (now - Date.parse(at)) / 1000;
  const age = formatAgo(seconds);
  const isLate = isWaiting && seconds > limits.inbox.lateDays * 86_400;
  return (
    <TwoLines secondLine={isLate ? <time dateTime={at}>{age}</time> : age}>
      <OneLine>{formatShortDay(at)}</OneLine>
    </TwoLines>
  );
}
