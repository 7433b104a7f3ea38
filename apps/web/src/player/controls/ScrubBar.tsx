import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Slider } from '#ui/Slider.tsx';
import type { SliderStep } from '#ui/slider-keys.ts';

import { shownTime } from '../store/selectors.ts';
import { usePlayer, usePlayerState, useSeenState } from '../use-player.ts';
import { BufferedRange } from './BufferedRange.tsx';
import styles from './ScrubBar.module.css';
import { ScrubPoint } from './ScrubPoint.tsx';
import { timeText } from './time-text.ts';

const STEPS: Readonly<Partial<Record<SliderStep, number>>> = {
  forward: 5,
  back: -5,
  pageForward: 60,
  pageBack: -60,
};

/** Time flows from left to right in every language. */
export function ScrubBar() {
  const { t } = useTranslation();
  const { scrub, seek, seekBy } = usePlayer();
  const time = useSeenState(shownTime);
  const duration = usePlayerState(({ media }) => media.duration);
  const [point, setPoint] = useState<number | null>(null);
  const [isStepping, setStepping] = useState(false);
  const played = duration > 0 ? Math.min(time / duration, 1) : 0;
  const pointed = point ?? (isStepping ? played : null);

  function onStep(step: SliderStep) {
    setStepping(true);
    if (step === 'start') seek(0);
    else if (step === 'end') seek(duration);
    else seekBy(STEPS[step] ?? 0);
  }

  return (
    <div className={styles.bar} dir="ltr" onBlur={() => setStepping(false)}>
      <Slider
        label={t(($) => $.player.scrub)}
        value={Math.floor(time)}
        max={Math.floor(duration)}
        valueText={t(($) => $.player.scrubValue, {
          time: timeText(time),
          duration: timeText(duration),
        })}
        dir="ltr"
        keyShortcuts="ArrowLeft ArrowRight Home End"
        onDrag={(fraction) => scrub.move(fraction * duration)}
        onDrop={scrub.commit}
        onCancel={scrub.cancel}
        onStep={onStep}
        onSet={seek}
        onPoint={setPoint}
      >
        <span className={styles.track}>
          <BufferedRange />
          <span className={styles.played} style={{ inlineSize: `${played * 100}%` }} />
        </span>
        <span className={styles.knob} style={{ insetInlineStart: `${played * 100}%` }} />
      </Slider>
      {pointed !== null && duration > 0 && (
        <ScrubPoint seconds={pointed * duration} place={pointed} />
      )}
    </div>
  );
}
