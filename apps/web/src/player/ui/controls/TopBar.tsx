import type { ReactNode } from 'react';

import { hasMedia } from '../../features/playback.ts';
import { usePlayerState } from '../../use-player.ts';
import styles from './TopBar.module.css';

interface TopBarProps {
  /** Undefined while a screen over the video shows it. */
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly back: ReactNode;
}

export function TopBar({ title, subtitle, back }: TopBarProps) {
  // Only video needs a scrim; the screens without one are dark enough.
  const isOverPicture = usePlayerState(hasMedia);
  return (
    <div className={styles.bar} data-scrim={isOverPicture}>
      {back}
      <div className={styles.titles}>
        {title !== undefined && (
          <h1 className={styles.title} title={title}>
            {title}
          </h1>
        )}
        {subtitle !== undefined && (
          <p className={styles.subtitle} title={subtitle}>
            {subtitle}
          </p>
        )}
      </div>
    </div>
  );
}
