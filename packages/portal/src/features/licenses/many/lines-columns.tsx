import { X } from 'lucide-react';
import { manyLicenses } from '#portal/texts/many-licenses.ts';
import { formatAgo, formatMoment, formatDayFromNow, formatDay } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import { formatMachineOfCode, findToolName, formatVersion } from '../license-format.tsx';
import type { CodeLine, Verdict } from './batch.ts';
import styles from './many-licenses.module.css';
import { Link } from '@tanstack/react-router';
import { licenses } from '#portal/texts/licenses.ts';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { useLicenseOwner } from '../issue-steps.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type LinesColumnsOptions = {
  verdicts: ReadonlyMap<string, Verdict>;
  isIssuing: boolean;
  /** The current time in milliseconds since 1970. */
  now: number;
  onRemove: (id: string) => void;
};

/** The text that is shown in a cell without a value. */
const emptyCell = '–';

export const createLinesColumns = ({
  verdicts,
  isIssuing,
  now,
  onRemove,
}: LinesColumnsOptions): readonly Column<CodeLine>[] => [
  { id: 'pc', header: manyLicenses.table.pc, isCardTitle: true, cell: (line) => <PcName line={line} /> },
  {
    id: 'tool',
    header: manyLicenses.table.tool,
    cell: ({ state }) =>
      'code' in state ? `${findToolName(state.code).name} ${formatVersion(state.code)}` : emptyCell,
  },
  {
    id: 'made',
    header: manyLicenses.table.made,
    cell: ({ state }) =>
      'code' in state ? <CreationTime createdAt={state.code.claims.createdAt} now={now} /> : emptyCell,
  },
  {
    id: 'verdict',
    header: manyLicenses.table.verdict,
    cell: (line) => (
      <VerdictCell
        line={line}
        verdict={verdicts.get(line.id) ?? { kind: 'asking' }}
        isRepeated={repeatsVerdict(line.id, verdicts)}
        now={now}
      />
    ),
  },
  {
    id: 'remove',
    header: '',
    isInCorner: true,
    cell: (line) =>
      isIssuing || line.state.status === 'issued' ? null : (
        <IconButton
          label={manyLicenses.table.remove(formatPcOrFileName(line))}
          icon={<X aria-hidden="true" />}
          onClick={() => onRemove(line.id)}
        />
      ),
  },
];

/** Whether a line above has the same verdict, whose text is the same for all lines. */
function repeatsVerdict(id: string, verdicts: ReadonlyMap<string, Verdict>): boolean {
  const kind = verdicts.get(id)?.kind;
  if (kind !== 'noSeat' && kind !== 'noMove') return false;
  return [...verdicts].find(([, verdict]) => verdict.kind === kind)?.[0] !== id;
}

export const formatPcOrFileName = ({ state, file }: CodeLine): string =>
  'code' in state ? formatMachineOfCode(state.code) : (file ?? manyLicenses.table.unreadable);

function PcName({ line }: { line: CodeLine }) {
  return (
    <span className={styles.lines}>
      <span className={styles.name} translate="no">
        {formatPcOrFileName(line)}
      </span>
      {line.file !== null && line.file !== formatPcOrFileName(line) && (
        <span className={styles.second}>{manyLicenses.table.fromFile(line.file)}</span>
      )}
    </span>
  );
}

const CreationTime = ({ createdAt, now }: { createdAt: number; now: number }) => (
  <span title={formatMoment(new Date(createdAt * 1000).toISOString())}>
    {formatAgo(Math.max(0, Math.floor(now / 1000) - createdAt))}
  </span>
);

const verdictTexts = manyLicenses.verdicts;

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
  /** Whether the text of the verdict is left out. */
  isRepeated: boolean;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/** Shows which licence a code gets, or why it gets none and what to do. */
const VerdictCell = ({ line, verdict, isRepeated, now }: VerdictCellProps) => (
  <div className={styles.verdict}>
    {/* The link is beside the status, so that a row keeps its height when its licence is issued. */}
    <span className={styles.status}>
      <StatusBadge tone={tones[verdict.kind]}>{verdictTexts[verdict.kind].name}</StatusBadge>
      <LicenseLink verdict={verdict} />
      {needsSingleCodePage(verdict) && 'code' in line.state && <SingleCodeLink code={line.state.code.text} />}
    </span>
    {!isRepeated && <VerdictText verdict={verdict} now={now} />}
  </div>
);

/** The link to the page of the licence that the code has. */
function LicenseLink({ verdict }: { verdict: Verdict }) {
  const licenseId = findLicenseId(verdict);
  return licenseId === undefined ? null : <Link to={`/license/${licenseId}`}>{verdictTexts.issued.open}</Link>;
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
      return <DetailLine>{verdictTexts.issued.until(...formatExpiry(verdict.license.expiryDate, now))}</DetailLine>;
    case 'existing':
    case 'older':
      return <DetailLine>{verdictTexts[verdict.kind].text}</DetailLine>;
    case 'noSeat':
    case 'noMove':
      return <DetailLine>{verdictTexts[verdict.kind].text(verdict.allowed)}</DetailLine>;
    case 'unasked':
      return <DetailLine>{verdictTexts.unasked.text(verdict.problem.message)}</DetailLine>;
    case 'refused':
      return <RefusedText problem={verdict.problem} />;
    case 'unreadable':
    default:
      return <DetailLine>{verdict.error}</DetailLine>;
  }
}

/** The reason of a refusal. That all seats are taken can stand in many rows, so it is short; the page for one code has the ways out. */
function RefusedText({ problem }: Pick<Extract<Verdict, { kind: 'refused' }>, 'problem'>) {
  const { isOtherUser } = useLicenseOwner();
  if (problem.code !== 'SEAT_LIMIT') return <DetailLine>{problem.message}</DetailLine>;
  return <DetailLine>{verdictTexts.refused.noSeat[isOtherUser ? 'staff' : 'owner']}</DetailLine>;
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
      {offer && <DetailLine>{verdictTexts.ready.until(...formatExpiry(offer.expiryDate, now))}</DetailLine>}
      {machine.replaces !== undefined && (
        <DetailLine>{verdictTexts.ready.replaces(machine.replaces || licenses.codeCheck.unnamed)}</DetailLine>
      )}
      {lost && <DetailLine>{verdictTexts.ready.lost(lost.message)}</DetailLine>}
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
      {verdictTexts.refused.alone}
    </Link>
  );
}
