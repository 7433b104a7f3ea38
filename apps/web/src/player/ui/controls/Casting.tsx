import { Cast, Tv } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { IconButton } from '#ui/IconButton.tsx';

import { usePlayer, usePlayerState } from '../../use-player.ts';
import notice from './Casting.module.css';
import styles from './ControlButton.module.css';

/** Connects to a television or disconnects. Shows errors beside the button. */
export function CastButton() {
  const { t } = useTranslation();
  const { toggleCasting } = usePlayer();
  const { isOffered, at, error } = usePlayerState(({ cast }) => cast);
  if (!isOffered) return null;
  return (
    <>
      <output className={styles.notice}>
        {error !== null && t(($) => $.player.cast.errors[error])}
      </output>
      <IconButton
        className={styles.button}
        label={t(($) => $.player.cast.button)}
        aria-pressed={at === 'connected'}
        aria-busy={at === 'opening'}
        onClick={() => void toggleCasting()}
      >
        <Cast strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  );
}

export function CastNotice() {
  const { t } = useTranslation();
  const device = usePlayerState(({ cast }) => (cast.at === 'connected' ? cast.device : null));
  return (
    <output className={notice.notice}>
      {device !== null && (
        <>
          <Tv className={notice.screen} strokeWidth={1.25} aria-hidden />
          {t(($) => $.player.cast.playsOn, { device })}
        </>
      )}
    </output>
  );
}
