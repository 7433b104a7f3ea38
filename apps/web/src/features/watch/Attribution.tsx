import { usePlayerState } from '#player/use-player.ts';
import styles from './Attribution.module.css';

/** Who made the film and under which terms it is shown; there whenever the controls are. */
export function Attribution() {
  const attribution = usePlayerState(({ stream }) => stream?.attribution);
  if (!attribution) return null;
  const { text, url, licence } = attribution;
  const line = licence === undefined ? text : `${text} · ${licence}`;
  return (
    <p className={styles.line} title={line} dir="auto">
      {url === undefined ? (
        line
      ) : (
        <a className={styles.link} dir="auto" href={url} target="_blank" rel="noreferrer">
          {line}
        </a>
      )}
    </p>
  );
}
