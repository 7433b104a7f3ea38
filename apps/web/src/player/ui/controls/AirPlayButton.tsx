import { Airplay } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { IconButton } from '#ui/IconButton.tsx';

import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './ControlButton.module.css';

/** To a screen that the browser knows of; where we cast ourselves, that leads to the same ones and further. */
export function AirPlayButton() {
  const { t } = useTranslation();
  const { chooseScreen } = usePlayer();
  const { isOffered, isOn } = usePlayerState(({ remote }) => remote);
  const canCast = usePlayerState(({ cast }) => cast.isOffered);
  if (!isOffered || canCast) return null;
  return (
    <IconButton
      className={styles.button}
      label={t(($) => $.player.otherScreen)}
      aria-pressed={isOn}
      onClick={chooseScreen}
    >
      <Airplay strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
