import { findNextChange } from '@basics/licensing/check-licence.ts';
import type { Finding } from './tool.ts';

/** The longest time between two checks. A timer stands still while the PC sleeps, so a change can be seen late by this time. */
const maxWaitSeconds = 600;

/**
 * Checks the licence at each change of its dates and at least every ten minutes. Calls `onChange` with each finding that has another code than the
 * one before, or that is the first one with at most `days` days left. Returns a function that ends this.
 */
export function watchLicence(
  { status, now }: { status: () => Finding; now: () => number },
  days: number,
  onChange: (finding: Finding) => void,
): () => void {
  let last = status();
  let timer: NodeJS.Timeout;
  const describe = ({ code, verdict }: Finding): string => `${code} ${(verdict?.daysLeft ?? Infinity) <= days}`;
  const schedule = (): void => {
    const next = last.licence && findNextChange(last.licence, days, now());
    const seconds = Math.min(maxWaitSeconds, (next ?? Infinity) - now());
    timer = setTimeout(check, seconds * 1000);
    timer.unref();
  };
  const check = (): void => {
    const before = last;
    last = status();
    schedule();
    if (describe(last) !== describe(before)) onChange(last);
  };
  schedule();
  return () => clearTimeout(timer);
}
