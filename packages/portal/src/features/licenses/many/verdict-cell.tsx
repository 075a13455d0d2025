import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { licenses } from '#portal/texts/licenses.ts';
import { manyLicenses } from '#portal/texts/many-licenses.ts';
import { formatDayFromNow, formatDay } from '#portal/messages/times.ts';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';
import { useLicenseOwner } from '../license-owner.ts';
import type { Line } from './batch.ts';
import styles from './many-licenses.module.css';
import type { Verdict } from './verdicts.ts';

const texts = manyLicenses.verdicts;

const badges: Record<Verdict['is'], Tone> = {
  asking: 'neutral',
  ready: 'ok',
  existing: 'neutral',
  issued: 'ok',
  older: 'neutral',
  noSeat: 'warn',
  noMove: 'warn',
  refused: 'warn',
  unasked: 'warn',
  unreadable: 'danger',
};

type VerdictCellProps = {
  line: Line;
  verdict: Verdict;
  /** Milliseconds. */
  now: number;
};

/** Shows which licence a code gets, or why it gets none and what to do. */
export const VerdictCell = ({ line, verdict, now }: VerdictCellProps) => (
  <div className={styles.verdict}>
    <StatusBadge tone={badges[verdict.is]}>{texts[verdict.is].name}</StatusBadge>
    <Words verdict={verdict} now={now} />
    {verdict.is === 'issued' && <ShortCode code={verdict.license.licenseCode} />}
    {needsMore(verdict) && 'code' in line.standing && <SingleCodeLink code={line.standing.code.text} />}
  </div>
);

function Words({ verdict, now }: { verdict: Verdict; now: number }): ReactNode {
  switch (verdict.is) {
    case 'asking':
      return null;
    case 'ready':
      return <Ready verdict={verdict} now={now} />;
    case 'issued':
      return <DetailLine>{texts.issued.until(...formatDayAndDistance(verdict.license.expiryDate, now))}</DetailLine>;
    case 'existing':
    case 'older':
      return <DetailLine>{texts[verdict.is].text}</DetailLine>;
    case 'noSeat':
    case 'noMove':
      return <DetailLine>{texts[verdict.is].text(verdict.allowed)}</DetailLine>;
    case 'unasked':
      return <DetailLine>{texts.unasked.text(verdict.problem.message)}</DetailLine>;
    case 'refused':
      return <DetailLine>{verdict.problem.message}</DetailLine>;
    case 'unreadable':
    default:
      return <DetailLine>{verdict.words}</DetailLine>;
  }
}

function Ready({ verdict: { preview, lost }, now }: { verdict: Extract<Verdict, { is: 'ready' }>; now: number }) {
  const { offer, machine } = preview;
  return (
    <>
      {offer && <DetailLine>{texts.ready.until(...formatDayAndDistance(offer.expiryDate, now))}</DetailLine>}
      {machine.replaces !== undefined && (
        <DetailLine>{texts.ready.replaces(machine.replaces || licenses.readBack.unnamed)}</DetailLine>
      )}
      {lost && <DetailLine>{texts.ready.lost(lost.message)}</DetailLine>}
    </>
  );
}

const DetailLine = ({ children }: { children: string }) => <p className={styles.second}>{children}</p>;

const formatDayAndDistance = (day: string, now: number): [string, string] => [
  formatDay(day),
  formatDayFromNow(day, now),
];

/** Links to the page for one code, which alone can ask for help, choose, or override a limit. */
const needsMore = ({ is }: Verdict): boolean => is === 'refused' || is === 'noSeat' || is === 'noMove';

function SingleCodeLink({ code }: { code: string }) {
  const { userId, isOther } = useLicenseOwner();
  return (
    <Link to="/license/verify" search={isOther ? { user: userId } : {}} hash={`c=${code}`}>
      {texts.refused.alone}
    </Link>
  );
}

/** Contains the whole code, so that it can be selected; only its beginning is visible. */
function ShortCode({ code }: { code: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <span className={styles.code}>
      <code ref={shown}>{code}</code>
      <CopyButton text={code} selects={shown} failure={licenses.copy.failed} variant="quiet" />
    </span>
  );
}
