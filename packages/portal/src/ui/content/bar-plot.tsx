import styles from './bar-plot.module.css';
import { useWidth } from '#portal/ui/hooks/use-width.ts';

type BarPlotProps = {
  /** The text below the bar; it must be short. */
  bars: readonly { id: string; tick: string; count: number }[];
  /** The height of the chart in CSS pixels. */
  height?: number;
};

/** The space above the highest bar for its number, and below the bars for the texts (CSS pixels). */
const marginTop = 22;
const marginBottom = 26;
/** The share of a bar's place that is the gap to the next bar. */
const gapShare = 0.28;

/**
 * A bar chart of counts. Each bar has its number on top, so the chart needs neither colours nor an axis. Screen readers ignore the chart,
 * so show the same numbers as text next to it.
 */
export function BarPlot({ bars, height = 200 }: BarPlotProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  const bottom = height - marginBottom;
  // The gaps at both ends are as wide as those between the bars.
  const step = width / (bars.length + gapShare);
  const barWidth = step * (1 - gapShare);
  return (
    <div ref={ref} className={styles.plot} style={{ blockSize: height }} aria-hidden="true">
      {width > 0 && (
        <svg width={width} height={height}>
          {bars.map(({ id, tick, count }, index) => {
            const left = step * (index + gapShare);
            const middle = left + barWidth / 2;
            const barHeight = (count / maxCount) * (bottom - marginTop);
            return (
              <g key={id}>
                <rect
                  className={styles.bar}
                  x={left}
                  y={bottom - barHeight}
                  width={barWidth}
                  height={barHeight}
                  rx={2}
                />
                <text className={count === 0 ? styles.none : styles.count} x={middle} y={bottom - barHeight - 6}>
                  {count}
                </text>
                <text className={styles.tick} x={middle} y={bottom + 18}>
                  {tick}
                </text>
              </g>
            );
          })}
          <line className={styles.axis} x1={0} x2={width} y1={bottom} y2={bottom} />
        </svg>
      )}
    </div>
  );
}
