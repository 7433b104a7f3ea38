import { useState } from 'react';
import styles from './EpisodeStill.module.css';

interface EpisodeStillProps {
  readonly number: number;
  readonly src: string | undefined;
}

/** A picture out of the episode; its number where there is none. */
export function EpisodeStill({ number, src }: EpisodeStillProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  return (
    <span className={styles.still} aria-hidden>
      <span className={styles.number}>{number}</span>
      {src !== undefined && state !== 'failed' && (
        <img
          className={styles.picture}
          data-state={state}
          src={src}
          alt=""
          width={300}
          height={169}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
      )}
    </span>
  );
}
