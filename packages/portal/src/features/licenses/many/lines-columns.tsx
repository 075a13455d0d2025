import { X } from 'lucide-react';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import { formatMachineOfCode, findToolName, formatVersion } from '../license-format.tsx';
import type { CodeLine } from './batch.ts';
import styles from './many-licenses.module.css';
import { VerdictCell } from './verdict-cell.tsx';
import type { Verdict } from './verdicts.ts';

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
  { id: 'pc', header: texts.table.pc, isCardTitle: true, cell: (line) => <PcName line={line} /> },
  {
    id: 'tool',
    header: texts.table.tool,
    cell: ({ state }) =>
      'code' in state ? `${findToolName(state.code).name} ${formatVersion(state.code)}` : emptyCell,
  },
  {
    id: 'made',
    header: texts.table.made,
    cell: ({ state }) =>
      'code' in state ? <CreationTime createdAt={state.code.claims.createdAt} now={now} /> : emptyCell,
  },
  {
    id: 'verdict',
    header: texts.table.verdict,
    cell: (line) => <VerdictCell line={line} verdict={verdicts.get(line.id) ?? { kind: 'asking' }} now={now} />,
  },
  {
    id: 'remove',
    header: '',
    isInCorner: true,
    cell: (line) =>
      isIssuing || line.state.status === 'issued' ? null : (
        <IconButton
          label={texts.table.remove(formatPcOrFileName(line))}
          icon={<X aria-hidden="true" />}
          onClick={() => onRemove(line.id)}
        />
      ),
  },
];

export const formatPcOrFileName = ({ state, file }: CodeLine): string =>
  'code' in state ? formatMachineOfCode(state.code) : (file ?? texts.table.unreadable);

function PcName({ line }: { line: CodeLine }) {
  return (
    <span className={styles.lines}>
      <span className={styles.name} translate="no">
        {formatPcOrFileName(line)}
      </span>
      {line.file !== null && line.file !== formatPcOrFileName(line) && (
        <span className={styles.second}>{texts.table.fromFile(line.file)}</span>
      )}
    </span>
  );
}

const CreationTime = ({ createdAt, now }: { createdAt: number; now: number }) => (
  <span title={formatMoment(new Date(createdAt * 1000).toISOString())}>
    {formatAgo(Math.max(0, Math.floor(now / 1000) - createdAt))}
  </span>
);
