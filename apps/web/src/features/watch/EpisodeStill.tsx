import { FadeImage } from '#ui/FadeImage.tsx';
import styles from './EpisodeStill.module.css';

interface EpisodeStillProps {
  readonly number: number;
  readonly src: string | undefined;
}

/** A picture out of the episode; its number where there is none. */
export function EpisodeStill({ number, src }: EpisodeStillProps) {
  return (
    <span className={styles.still} aria-hidden>
      <span className={styles.number}>{number}</span>
      {src !== undefined && (
        <FadeImage className={styles.picture} src={src} width={300} height={169} />
      )}
    </span>
  );
}
