import { Link } from '@tanstack/react-router';
import { Ban, CircleCheck, CopyX, FileKey2, Hourglass, MonitorX, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { licenses } from '#portal/texts/licenses.ts';
import { manyLicenses } from '#portal/texts/many-licenses.ts';
import { dayFromNowWords, dayWords } from '#portal/messages/times.ts';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';
import { useLicenseOwner } from '../license-owner.ts';
import type { Line } from './batch.ts';
import styles from './many-licenses.module.css';
import type { Verdict } from './verdicts.ts';

const texts = manyLicenses.verdicts;

const looks: Record<Verdict['is'], { tone: Tone; icon: LucideIcon }> = {
  asking: { tone: 'neutral', icon: Hourglass },
  ready: { tone: 'ok', icon: FileKey2 },
  existing: { tone: 'neutral', icon: FileKey2 },
  issued: { tone: 'ok', icon: CircleCheck },
  older: { tone: 'neutral', icon: CopyX },
  noSeat: { tone: 'warn', icon: MonitorX },
  noMove: { tone: 'warn', icon: MonitorX },
  refused: { tone: 'warn', icon: Ban },
  unasked: { tone: 'warn', icon: TriangleAlert },
  unreadable: { tone: 'danger', icon: Ban },
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
    <StatusBadge {...looks[verdict.is]}>{texts[verdict.is].name}</StatusBadge>
    <Words verdict={verdict} now={now} />
    {verdict.is === 'issued' && <ShortCode code={verdict.license.licenseCode} />}
    {needsMore(verdict) && 'code' in line.standing && <Alone code={line.standing.code.text} />}
  </div>
);

function Words({ verdict, now }: { verdict: Verdict; now: number }): ReactNode {
  switch (verdict.is) {
    case 'asking':
      return null;
    case 'ready':
      return <Ready verdict={verdict} now={now} />;
    case 'issued':
      return <Second>{texts.issued.until(...dayAndDistance(verdict.license.expiryDate, now))}</Second>;
    case 'existing':
    case 'older':
      return <Second>{texts[verdict.is].text}</Second>;
    case 'noSeat':
    case 'noMove':
      return <Second>{texts[verdict.is].text(verdict.allowed)}</Second>;
    case 'unasked':
      return <Second>{texts.unasked.text(verdict.problem.message)}</Second>;
    case 'refused':
      return <Second>{verdict.problem.message}</Second>;
    case 'unreadable':
    default:
      return <Second>{verdict.words}</Second>;
  }
}

function Ready({ verdict: { preview, lost }, now }: { verdict: Extract<Verdict, { is: 'ready' }>; now: number }) {
  const { offer, machine } = preview;
  return (
    <>
      {offer && <Second>{texts.ready.until(...dayAndDistance(offer.expiryDate, now))}</Second>}
      {machine.replaces !== undefined && (
        <Second>{texts.ready.replaces(machine.replaces || licenses.readBack.unnamed)}</Second>
      )}
      {lost && <Second>{texts.ready.lost(lost.message)}</Second>}
    </>
  );
}

const Second = ({ children }: { children: string }) => <p className={styles.second}>{children}</p>;

const dayAndDistance = (day: string, now: number): [string, string] => [dayWords(day), dayFromNowWords(day, now)];

/** Links to the page for one code, which alone can ask for help, choose, or override a limit. */
const needsMore = ({ is }: Verdict): boolean => is === 'refused' || is === 'noSeat' || is === 'noMove';

function Alone({ code }: { code: string }) {
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
