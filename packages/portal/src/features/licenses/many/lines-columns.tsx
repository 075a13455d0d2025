import { X } from 'lucide-react';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { IconButton } from '#portal/ui/layout/icon-button.tsx';
import { formatMachineOfCode, findToolName, formatVersion } from '../code-words.ts';
import type { Line } from './batch.ts';
import styles from './many-licenses.module.css';
import { VerdictCell } from './verdict-cell.tsx';
import type { Verdict } from './verdicts.ts';

type Shown = {
  verdicts: ReadonlyMap<string, Verdict>;
  isRunning: boolean;
  /** Milliseconds. */
  now: number;
  onRemove: (id: string) => void;
};

/** Shown in an empty cell. */
const nothing = '–';

export const createLinesColumns = ({ verdicts, isRunning, now, onRemove }: Shown): readonly Column<Line>[] => [
  { id: 'pc', header: texts.table.pc, lead: true, cell: (line) => <Pc line={line} /> },
  {
    id: 'tool',
    header: texts.table.tool,
    cell: ({ standing }) =>
      'code' in standing ? `${findToolName(standing.code).name} ${formatVersion(standing.code)}` : nothing,
  },
  {
    id: 'made',
    header: texts.table.made,
    cell: ({ standing }) =>
      'code' in standing ? <CreationTime createdAt={standing.code.claims.createdAt} now={now} /> : nothing,
  },
  {
    id: 'verdict',
    header: texts.table.verdict,
    cell: (line) => <VerdictCell line={line} verdict={verdicts.get(line.id) ?? { is: 'asking' }} now={now} />,
  },
  {
    id: 'remove',
    header: '',
    corner: true,
    cell: (line) =>
      isRunning || line.standing.at === 'issued' ? null : (
        <IconButton
          label={texts.table.remove(formatName(line))}
          icon={<X aria-hidden="true" />}
          onClick={() => onRemove(line.id)}
        />
      ),
  },
];

export const formatName = ({ standing, file }: Line): string =>
  'code' in standing ? formatMachineOfCode(standing.code) : (file ?? texts.table.unreadable);

function Pc({ line }: { line: Line }) {
  return (
    <span className={styles.lines}>
      <span className={styles.name}>{formatName(line)}</span>
      {line.file !== null && line.file !== formatName(line) && (
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
