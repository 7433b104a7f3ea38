import { areControlsVisible, hasMedia } from '#player/store/selectors.ts';
import type { PlayerState } from '#player/store/state.ts';
import { usePlayerState } from '#player/use-player.ts';
import styles from './Attribution.module.css';

const shown = (state: PlayerState) =>
  hasMedia(state) && areControlsVisible(state) ? state.stream?.attribution : undefined;

/** Who made the film and under which terms it is shown; there whenever the controls are. */
export function Attribution() {
  const attribution = usePlayerState(shown);
  if (!attribution) return null;
  const { text, url, licence } = attribution;
  const line = licence === undefined ? text : `${text} · ${licence}`;
  return (
    <p className={styles.line}>
      {url === undefined ? (
        line
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          {line}
        </a>
      )}
    </p>
  );
}
