import { useTranslation } from 'react-i18next';

import { Slider } from '#ui/Slider.tsx';
import type { SliderStep } from '#ui/slider-keys.ts';

import { audibleVolume } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './Volume.module.css';

const STEPS: Readonly<Record<SliderStep, number>> = {
  forward: 0.05,
  back: -0.05,
  pageForward: 0.15,
  pageBack: -0.15,
  start: -1,
  end: 1,
};

export function VolumeSlider() {
  const { t } = useTranslation();
  const { setVolume, changeVolumeBy } = usePlayer();
  const percent = Math.round(usePlayerState(audibleVolume) * 100);
  const isShown = usePlayerState(({ controls }) => controls.volumeShown);
  return (
    // A remote has keys of its own for this, and its arrows would change the volume on their way along the row.
    <div className={styles.slider} data-shown={isShown} data-passed-by>
      <Slider
        label={t(($) => $.player.volume)}
        value={percent}
        max={100}
        valueText={`${percent} %`}
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
