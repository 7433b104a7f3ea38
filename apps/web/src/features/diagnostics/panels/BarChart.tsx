import { useId } from 'react';
import styles from './BarChart.module.css';

export interface Bar {
  readonly label: string;
  /** Undefined if nothing was measured. */
  readonly value: number | undefined;
  /** Shown by the browser when the pointer rests on the bar. */
  readonly text: string;
}

interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** The value at the top; default: the highest. */
  readonly top?: number;
  readonly tone?: 'accent' | 'success' | 'danger';
}

const HEIGHT = 40;
const WIDTH = 10;
const GAP = 2;

/**
 * Shows bars over time. Only visual: a table beside the chart has the same numbers. The box stretches, so bars have no
 * outline, which would stretch too.
 */
export function BarChart({ title, bars, top, tone = 'accent' }: BarChartProps) {
  const id = useId();
  const highest = top ?? Math.max(...bars.map(({ value = 0 }) => value), 1);
  const [first, last] = [bars.at(0), bars.at(-1)];
  return (
    <figure className={styles.figure} aria-hidden>
      <figcaption id={id} className={styles.title}>
        {title}
      </figcaption>
      <svg
        className={styles.chart}
        data-tone={tone}
        viewBox={`0 0 ${Math.max(bars.length, 1) * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ label, value, text }, index) => (
          <g key={label}>
            <title>{text}</title>
            <rect className={styles.hover} x={index * WIDTH} y={0} width={WIDTH} height={HEIGHT} />
            {value !== undefined && (
              <rect
                className={styles.bar}
                x={index * WIDTH + GAP / 2}
                width={WIDTH - GAP}
                {...barBox(value, highest)}
              />
            )}
          </g>
        ))}
      </svg>
      {first && last && (
        <p className={styles.ends}>
          <span>{first.label}</span>
          <span>{last.label}</span>
        </p>
      )}
    </figure>
  );
}

/** Makes any value above 0 visible, however small. */
export function barBox(value: number, highest: number): { y: number; height: number } {
  const share = Math.min(Math.max(value, 0) / highest, 1);
  const height = value > 0 ? Math.max(share * HEIGHT, 1) : 0;
  return { y: HEIGHT - height, height };
}
