import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { isStartOffered } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './BigPlayButton.module.css';

/** The browser wants a gesture before it makes a sound. */
export function BigPlayButton() {
  const { t } = useTranslation();
  const { play } = usePlayer();
  const isOffered = usePlayerState(isStartOffered);
  if (!isOffered) return null;
  return (
    <button
      type="button"
      className={styles.start}
      onClick={play}
      aria-label={t(($) => $.player.start)}
    >
      <Play size={40} strokeWidth={1.75} fill="currentColor" aria-hidden />
    </button>
  );
}
