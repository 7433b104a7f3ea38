import { Pause, Play, Repeat2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { usePlayer, usePlayerState } from '../../use-player.ts';
import { ControlButton } from './ControlButton.tsx';

const ICONS = { play: Play, pause: Pause, replay: Repeat2 };

export function PlayButton({ size }: { readonly size?: 'row' | 'centre' }) {
  const { t } = useTranslation();
  const { togglePlay } = usePlayer();
  const does = usePlayerState(({ phase, media }) => {
    if (phase === 'ended') return 'replay';
    return media.paused ? 'play' : 'pause';
  });
  return (
    <ControlButton
      icon={ICONS[does]}
      label={t(($) => $.player[does])}
      shortcut="playPause"
      size={size}
      onPress={togglePlay}
    />
  );
}
