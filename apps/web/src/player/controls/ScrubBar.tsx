import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Slider } from '#ui/Slider.tsx';
import type { SliderStep } from '#ui/slider-keys.ts';

import { shownTime } from '../store/selectors.ts';
import { usePlayer, usePlayerState } from '../use-player.ts';
import { BufferedRange } from './BufferedRange.tsx';
import styles from './ScrubBar.module.css';
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
  const time = usePlayerState(shownTime);
  const duration = usePlayerState(({ media }) => media.duration);
  const [point, setPoint] = useState<number | null>(null);
  const played = duration > 0 ? Math.min(time / duration, 1) : 0;

  function onStep(step: SliderStep) {
    if (step === 'start') seek(0);
    else if (step === 'end') seek(duration);
    else seekBy(STEPS[step] ?? 0);
  }

  return (
    <div className={styles.bar} dir="ltr">
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
      {point !== null && duration > 0 && (
        <span className={styles.point} style={{ insetInlineStart: `${point * 100}%` }} aria-hidden>
          {timeText(point * duration)}
        </span>
      )}
    </div>
  );
}
