import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { licenses } from '#portal/texts/licenses.ts';
import { manyLicenses } from '#portal/texts/many-licenses.ts';
import { formatDayFromNow, formatDay } from '#portal/messages/times.ts';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import type { Tone } from '#portal/ui/content/facts.tsx';
import { useLicenseOwner } from '../license-owner.tsx';
import type { CodeLine } from './batch.ts';
import styles from './many-licenses.module.css';
import type { Verdict } from './verdicts.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

const texts = manyLicenses.verdicts;

const tones: Record<Verdict['kind'], Tone> = {
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
  line: CodeLine;
  verdict: Verdict;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/** Shows which licence a code gets, or why it gets none and what to do. */
export const VerdictCell = ({ line, verdict, now }: VerdictCellProps) => (
  <div className={styles.verdict}>
    <StatusBadge tone={tones[verdict.kind]}>{texts[verdict.kind].name}</StatusBadge>
    <VerdictText verdict={verdict} now={now} />
    {verdict.kind === 'issued' && <ShortCode code={verdict.license.licenseCode} />}
    <LicenseLink verdict={verdict} />
    {needsSingleCodePage(verdict) && 'code' in line.state && <SingleCodeLink code={line.state.code.text} />}
  </div>
);

/** The link to the page of the licence that the code has. */
function LicenseLink({ verdict }: { verdict: Verdict }) {
  const licenseId = findLicenseId(verdict);
  return licenseId === undefined ? null : <Link to={`/license/${licenseId}`}>{texts.issued.open}</Link>;
}

function findLicenseId(verdict: Verdict): number | undefined {
  if (verdict.kind === 'issued') return verdict.license.licenseId;
  return verdict.kind === 'existing' ? verdict.preview.existingLicenseId : undefined;
}

function VerdictText({ verdict, now }: { verdict: Verdict; now: number }): Elements {
  switch (verdict.kind) {
    case 'asking':
      return null;
    case 'ready':
      return <ReadyText verdict={verdict} now={now} />;
    case 'issued':
      return <DetailLine>{texts.issued.until(...formatExpiry(verdict.license.expiryDate, now))}</DetailLine>;
    case 'existing':
    case 'older':
      return <DetailLine>{texts[verdict.kind].text}</DetailLine>;
    case 'noSeat':
    case 'noMove':
      return <DetailLine>{texts[verdict.kind].text(verdict.allowed)}</DetailLine>;
    case 'unasked':
      return <DetailLine>{texts.unasked.text(verdict.problem.message)}</DetailLine>;
    case 'refused':
      return <DetailLine>{verdict.problem.message}</DetailLine>;
    case 'unreadable':
    default:
      return <DetailLine>{verdict.error}</DetailLine>;
  }
}

function ReadyText({
  verdict: { preview, unansweredRequest: lost },
  now,
}: {
  verdict: Extract<Verdict, { kind: 'ready' }>;
  now: number;
}) {
  const { offer, machine } = preview;
  return (
    <>
      {offer && <DetailLine>{texts.ready.until(...formatExpiry(offer.expiryDate, now))}</DetailLine>}
      {machine.replaces !== undefined && (
        <DetailLine>{texts.ready.replaces(machine.replaces || licenses.codeCheck.unnamed)}</DetailLine>
      )}
      {lost && <DetailLine>{texts.ready.lost(lost.message)}</DetailLine>}
    </>
  );
}

const DetailLine = ({ children }: { children: string }) => <p className={styles.second}>{children}</p>;

const formatExpiry = (day: string, now: number): [string, string] => [formatDay(day), formatDayFromNow(day, now)];

/** Whether the cell links to the page for one code. Only the page for one code can send a help request or override a limit. */
const needsSingleCodePage = ({ kind }: Verdict): boolean =>
  kind === 'refused' || kind === 'noSeat' || kind === 'noMove';

function SingleCodeLink({ code }: { code: string }) {
  const { userId, isOtherUser } = useLicenseOwner();
  return (
    <Link to="/license/verify" search={isOtherUser ? { user: userId } : {}} hash={`c=${code}`}>
      {texts.refused.alone}
    </Link>
  );
}

/** Shows the beginning of a code. The element contains the whole code, so that it can be selected and copied. */
function ShortCode({ code }: { code: string }) {
  const cellElement = useRef<HTMLElement>(null);
  return (
    <span className={styles.code}>
      <code translate="no" ref={cellElement}>
        {code}
      </code>
      <CopyButton text={code} selects={cellElement} failure={licenses.copy.failed} variant="quiet" />
    </span>
  );
}
