import { useTranslation } from 'react-i18next';
import { regional } from '#lib/format-locale.ts';
import { sparkPoints } from './spark-points.ts';
import styles from './Panel.module.css';

const SIZE = [56, 16] as const;

/** How long the latest runs took, at a glance; `times` in milliseconds. */
export function Sparkline({ times }: { readonly times: readonly number[] }) {
  const { t, i18n } = useTranslation();
  const language = regional(i18n.language);
  const number = new Intl.NumberFormat(language);
  const list = new Intl.ListFormat(language, { type: 'unit' });
  const all = list.format(times.map((ms) => number.format(ms)));
  const [width, height] = SIZE;
  return (
    <svg
      className={styles.spark}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      role="img"
      aria-label={t(($) => $.admin.times, { times: all })}
    >
      <polyline points={sparkPoints(times, SIZE)} />
    </svg>
  );
}
