import { Maximize, Minimize } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { isFullscreen } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { ControlButton } from './ControlButton.tsx';

export function FullscreenButton() {
  const { t } = useTranslation();
  const { toggleFullscreen } = usePlayer();
  const isFull = usePlayerState(isFullscreen);
  return (
    <ControlButton
      icon={isFull ? Minimize : Maximize}
      label={t(($) => (isFull ? $.player.leaveFullscreen : $.player.fullscreen))}
      shortcut="fullscreen"
      onPress={toggleFullscreen}
    />
  );
}
