import { useSeenState } from '../use-player.ts';
import styles from './ScrubBar.module.css';

export function BufferedRange() {
  const percent = useSeenState(({ media: { buffered, duration } }) =>
    duration > 0 ? Math.round(Math.min(buffered / duration, 1) * 1_000) / 10 : 0,
  );
  return <span className={styles.buffered} style={{ inlineSize: `${percent}%` }} />;
}
