import { AxisBottom } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import styles from './bar-plot.module.css';
import { useWidth } from '#portal/ui/layout/use-width.ts';

type BarPlotProps = {
  /** The text below the bar; it must be short. */
  bars: readonly { id: string; tick: string; count: number }[];
  /** The height of the chart in CSS pixels. */
  height?: number;
};

const marginTop = 22;
const marginBottom = 26;

/**
 * A bar chart of counts. Each bar has its number on top, so the chart needs neither colours nor an axis. Screen readers ignore the chart,
 * so show the same numbers as text next to it.
 */
export function BarPlot({ bars, height = 200 }: BarPlotProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const ids = bars.map(({ id }) => id);
  const ticks = new Map(bars.map(({ id, tick }) => [id, tick]));
  const xScale = scaleBand<string>({ domain: ids, range: [0, width], padding: 0.28 });
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  const yScale = scaleLinear<number>({ domain: [0, maxCount], range: [height - marginBottom, marginTop] });
  const halfBarWidth = xScale.bandwidth() / 2;
  return (
    <div ref={ref} className={styles.plot} style={{ blockSize: height }} aria-hidden="true">
      {width > 0 && (
        <svg width={width} height={height}>
          {bars.map(({ id, count }) => (
            <g key={id}>
              <Bar
                className={styles.bar ?? ''}
                x={xScale(id) ?? 0}
                y={yScale(count)}
                width={xScale.bandwidth()}
                height={height - marginBottom - yScale(count)}
                rx={2}
              />
              <text
                className={count === 0 ? styles.none : styles.count}
                x={(xScale(id) ?? 0) + halfBarWidth}
                y={yScale(count) - 6}
              >
                {count}
              </text>
            </g>
          ))}
          <AxisBottom
            scale={xScale}
            top={height - marginBottom}
            axisLineClassName={styles.axis ?? ''}
            hideTicks
            tickLength={4}
            tickFormat={(id) => ticks.get(id) ?? ''}
            tickLabelProps={{
              className: styles.tick ?? '',
              textAnchor: 'middle',
              fontFamily: 'inherit',
              fill: 'currentColor',
            }}
          />
        </svg>
      )}
    </div>
  );
}
