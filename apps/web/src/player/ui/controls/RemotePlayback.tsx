import { Airplay } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { IconButton } from '#ui/IconButton.tsx';

import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './ControlButton.module.css';

/** Offers the screens that the browser finds. Hidden if casting reaches the same screens and more. */
export function RemotePlaybackButton() {
  const { t } = useTranslation();
  const { chooseScreen } = usePlayer();
  const { isOffered, isOn } = usePlayerState((state) => state.remotePlayback);
  const canCast = usePlayerState(({ cast }) => cast.isOffered);
  if (!isOffered || canCast) return null;
  return (
    <IconButton
      className={styles.button}
      label={t(($) => $.player.remotePlayback)}
      aria-pressed={isOn}
      onClick={chooseScreen}
    >
      <Airplay strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
