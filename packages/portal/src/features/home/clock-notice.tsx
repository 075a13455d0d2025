import type { HomeFigures } from '@basics/contract/home.ts';
import { home as texts } from '#portal/texts/home.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';

/** Warns administrators that the clock of the server may be wrong, with the consequences and how to fix it. */
export const ClockNotice = ({ clockDoubt }: { clockDoubt: NonNullable<HomeFigures['clock']> }) => (
  <Notice tone="warn" title={texts.clock.title[clockDoubt.kind]}>
    <p>{texts.clock.times[clockDoubt.kind](formatMoment(clockDoubt.from), formatMoment(clockDoubt.to))}</p>
    <p>{texts.clock.next[clockDoubt.kind]}</p>
  </Notice>
);
