import { PictureInPicture2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { IconButton } from '#ui/IconButton.tsx';

import { isElsewhere } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './ControlButton.module.css';

/** Not while the picture is on a television. */
export function PipButton() {
  const { t } = useTranslation();
  const { togglePip } = usePlayer();
  const { isOffered, isOn } = usePlayerState(({ pip }) => pip);
  const isAway = usePlayerState(isElsewhere);
  if (!isOffered || isAway) return null;
  return (
    <IconButton
      className={styles.button}
      label={t(($) => $.player.pip)}
      aria-pressed={isOn}
      onClick={togglePip}
    >
      <PictureInPicture2 strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
