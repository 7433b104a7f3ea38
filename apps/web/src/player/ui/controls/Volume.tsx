import { Volume as VolumeLow, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { percentText } from '#i18n/formats.ts';

import { useRefEffect } from '#lib/use-ref-effect.ts';
import { Slider, type SliderStep } from '#ui/Slider.tsx';

import { watchWheel } from '../../input/pointer.ts';
import { audibleVolume, volumeLevel } from '../../features/volume.ts';
import type { VolumeLevel } from '../../features/volume.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { ControlButton } from './ControlButton.tsx';
import styles from './Volume.module.css';

const ICONS: Record<VolumeLevel, typeof VolumeX> = {
  off: VolumeX,
  low: VolumeLow,
  medium: Volume1,
  high: Volume2,
};

/** Shows only the mute button if the device's buttons set the volume. */
export function Volume() {
  const { t } = useTranslation();
  const player = usePlayer();
  const level = usePlayerState(volumeLevel);
  const isAdjustable = usePlayerState(({ volume }) => volume.isAdjustable);
  const wheelRef = useRefEffect(watchWheel, player);
  return (
    <div ref={wheelRef} className={styles.volume}>
      <ControlButton
        icon={ICONS[level]}
        label={t(($) => (level === 'off' ? $.player.unmute : $.player.mute))}
        shortcut="mute"
        onPress={player.toggleMute}
      />
      {isAdjustable && <VolumeSlider />}
    </div>
  );
}

const STEPS: Readonly<Record<SliderStep, number>> = {
  forward: 0.05,
  back: -0.05,
  pageForward: 0.15,
  pageBack: -0.15,
  start: -1,
  end: 1,
};

function VolumeSlider() {
  const { t, i18n } = useTranslation();
  const { setVolume, changeVolumeBy } = usePlayer();
  const percent = Math.round(usePlayerState(audibleVolume) * 100);
  const isShown = usePlayerState(({ volume }) => volume.isShown);
  return (
    // Remote controls skip the slider: they have volume keys, and arrows that move along the row would change it.
    <div className={styles.slider} data-shown={isShown} data-passed-by>
      <Slider
        label={t(($) => $.player.volume)}
        value={percent}
        max={100}
        valueText={percentText(percent / 100, i18n.language)}
        keyShortcuts="ArrowUp ArrowDown"
        onDrag={setVolume}
        onSet={(value) => setVolume(value / 100)}
        onStep={(step) => changeVolumeBy(STEPS[step])}
      >
        <span className={styles.track}>
          <span className={styles.level} style={{ inlineSize: `${percent}%` }} />
        </span>
      </Slider>
    </div>
  );
}
