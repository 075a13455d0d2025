import { Link } from '@tanstack/react-router';
import styles from './stacked-plot.module.css';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';

export type StackedColumn = {
  id: string;
  /** The text below the column. */
  tick: string;
  /** The title of the card that appears on hover and focus. */
  title: string;
  /** The page that lists the counted records. */
  search: Readonly<Record<string, unknown>>;
  /** The counts in the order of `parts`. */
  counts: readonly number[];
  /** Whether the column is the present one: a line stands before it. */
  isNow?: boolean;
  /** Whether a narrow window, where all columns would be too small for a finger, leaves the column out. */
  isWideOnly?: boolean;
  isCurrent?: boolean;
};

type StackedPlotProps = {
  label: string;
  to: string;
  /** What the parts of a column count, from the bottom to the top, with their colours. */
  parts: readonly { label: string; tone: 'done' | 'plan' | 'soon' | 'late' }[];
  columns: readonly StackedColumn[];
};

/** The height of the columns in CSS pixels, of the number above the highest one, and the gap between two parts. */
const height = 112;
const numberHeight = 16;
const gap = 2;

/**
 * A bar chart of stacked columns, with a legend of the parts that are in it. Each column is a link to the records that it counts, and says its numbers on hover, on focus and to screen
 * readers.
 */
export function StackedPlot({ label, to, parts, columns }: StackedPlotProps) {
  const maxTotal = Math.max(1, ...columns.map(({ counts }) => sum(counts)));
  return (
    <>
      <ul className={styles.legend} aria-hidden="true">
        {parts
          .filter((_, index) => columns.some(({ counts }) => (counts[index] ?? 0) > 0))
          .map((part) => (
            <li key={part.label} data-tone={part.tone}>
              {part.label}
            </li>
          ))}
      </ul>
      <ol className={styles.columns} aria-label={label}>
        {columns.map(({ id, tick, title, search, counts, isNow, isWideOnly, isCurrent }) => (
          <li key={id} data-now={isNow || undefined} data-wide-only={(isWideOnly && !isCurrent) || undefined}>
            <Link
              to={to}
              search={search}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isCurrent ? 'true' : undefined}
            >
              <Column counts={counts} parts={parts} maxTotal={maxTotal} />
              <span className={styles.tick} aria-hidden="true">
                {tick}
              </span>
              <span className={styles.card}>
                <strong>{title}</strong>
                <VisuallyHidden>: </VisuallyHidden>
                <Counts counts={counts} parts={parts} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}

/** What a column counts, without the parts that it does not have. */
function Counts({ counts, parts }: Pick<StackedPlotProps, 'parts'> & { counts: readonly number[] }) {
  const counted = parts.flatMap((part, index) =>
    (counts[index] ?? 0) === 0 ? [] : [{ ...part, count: counts[index] }],
  );
  if (counted.length === 0) return <b>0</b>;
  return counted.map(({ label, tone, count }, index) => (
    <span key={label} data-tone={tone}>
      <span>{label}</span> <b>{count}</b>
      {index < counted.length - 1 && <VisuallyHidden>, </VisuallyHidden>}
    </span>
  ));
}

type ColumnProps = Pick<StackedPlotProps, 'parts'> & { counts: readonly number[]; maxTotal: number };

function Column({ counts, parts, maxTotal }: ColumnProps) {
  const heights = counts.map((count) => (count === 0 ? 0 : Math.max(3, (count / maxTotal) * height - gap)));
  const total = sum(counts);
  const top = height - heights.reduce((all, part) => all + (part === 0 ? 0 : part + gap), 0);
  return (
    <svg
      className={styles.column}
      width="24"
      height={height + numberHeight}
      viewBox={`0 ${-numberHeight} 24 ${height + numberHeight}`}
      preserveAspectRatio="xMidYMax"
      aria-hidden="true"
    >
      {total > 0 && (
        <text x="12" y={top - 2} textAnchor="middle">
          {total}
        </text>
      )}
      {parts.map(({ label, tone }, index) => {
        const partHeight = heights[index] ?? 0;
        const below = heights.slice(0, index).reduce((bottom, part) => bottom + (part === 0 ? 0 : part + gap), 0);
        return partHeight === 0 ? null : (
          <rect key={label} data-tone={tone} width="24" y={height - below - partHeight} height={partHeight} rx="3" />
        );
      })}
    </svg>
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
