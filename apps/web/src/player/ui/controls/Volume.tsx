import { Volume1, Volume2, Volume as VolumeLow, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { useAttached } from '#lib/use-ref-effect.ts';

import { watchWheel } from '../../input/wheel.ts';
import { loudness } from '../../state/selectors.ts';
import type { Loudness } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { ControlButton } from './ControlButton.tsx';
import styles from './Volume.module.css';
import { VolumeSlider } from './VolumeSlider.tsx';

const ICONS: Record<Loudness, typeof VolumeX> = {
  silent: VolumeX,
  low: VolumeLow,
  middle: Volume1,
  high: Volume2,
};

/** Phones leave the volume to their buttons: there the slider would do nothing, so only the switch remains. */
export function Volume() {
  const { t } = useTranslation();
  const player = usePlayer();
  const level = usePlayerState(loudness);
  const isAdjustable = usePlayerState(({ controls }) => controls.volumeAdjustable);
  const wheelRef = useAttached(watchWheel, player);
  return (
    <div ref={wheelRef} className={styles.volume}>
      <ControlButton
        icon={ICONS[level]}
        label={t(($) => (level === 'silent' ? $.player.unmute : $.player.mute))}
        shortcut="mute"
        onPress={player.toggleMute}
      />
      {isAdjustable && <VolumeSlider />}
    </div>
  );
}
