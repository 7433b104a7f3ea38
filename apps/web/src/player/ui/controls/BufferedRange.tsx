import { seekRange } from '../../state/selectors.ts';
import { useSeenState } from '../../use-player.ts';
import styles from './ScrubBar.module.css';

export function BufferedRange() {
  const percent = useSeenState((state) => {
    const { start, end } = seekRange(state);
    const fraction = Math.min((state.media.buffered - start) / (end - start), 1);
    return end > start ? Math.round(Math.max(fraction, 0) * 1_000) / 10 : 0;
  });
  return <span className={styles.buffered} style={{ inlineSize: `${percent}%` }} />;
}
