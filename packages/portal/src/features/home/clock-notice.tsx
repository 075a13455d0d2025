import type { HomeFigures } from '@basics/contract/home.ts';
import { home as texts } from '#portal/texts/home.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';

/** For administrators: the clock of the server may be wrong, what that stops, and how to fix it. */
export const ClockNotice = ({ doubt }: { doubt: NonNullable<HomeFigures['clock']> }) => (
  <Notice tone="warn" title={texts.clock.title[doubt.kind]}>
    <p>{texts.clock.times[doubt.kind](formatMoment(doubt.from), formatMoment(doubt.to))}</p>
    <p>{texts.clock.next[doubt.kind]}</p>
  </Notice>
);
