import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Slider, type SliderStep } from '#ui/Slider.tsx';

import { isAtLiveEdge, isLive } from '../../features/live.ts';
import { chapterAt } from '../../features/timeline.ts';
import { seekRange, shownTime } from '../../features/playback.ts';
import { usePlayer, usePlayerState, useThrottledState } from '../../use-player.ts';
import styles from './ScrubBar.module.css';
import { ScrubPreview } from './ScrubPreview.tsx';
import { timeText } from './time-text.ts';

const STEPS: Readonly<Partial<Record<SliderStep, number>>> = {
  forward: 5,
  back: -5,
  pageForward: 60,
  pageBack: -60,
};

/** Time runs from left to right in every language. */
export function ScrubBar() {
  const { t } = useTranslation();
  const { scrub, seek, seekBy } = usePlayer();
  const time = useThrottledState(shownTime);
  const start = usePlayerState((state) => seekRange(state).start);
  const end = usePlayerState((state) => seekRange(state).end);
  const length = end - start;
  const valueText = useValueText(time, end);
  const [point, setPoint] = useState<number | null>(null);
  const [isStepping, setStepping] = useState(false);
  const played = length > 0 ? Math.min(Math.max((time - start) / length, 0), 1) : 0;
  const pointed = point ?? (isStepping ? played : null);

  function onStep(step: SliderStep) {
    setStepping(true);
    if (step === 'start') seek(start);
    else if (step === 'end') seek(end);
    else seekBy(STEPS[step] ?? 0);
  }

  return (
    <div className={styles.bar} dir="ltr" onBlur={() => setStepping(false)}>
      <Slider
        label={t(($) => $.player.seek)}
        value={Math.floor(time - start)}
        max={Math.floor(length)}
        valueText={valueText}
        dir="ltr"
        keyShortcuts="ArrowLeft ArrowRight Home End"
        onDrag={(fraction) => scrub.move(start + fraction * length)}
        onDrop={scrub.commit}
        onCancel={scrub.cancel}
        onStep={onStep}
        onSet={(seconds) => seek(start + seconds)}
        onPoint={setPoint}
      >
        <span className={styles.track}>
          <BufferedRange />
          <span className={styles.played} style={{ inlineSize: `${played * 100}%` }} />
          {length > 0 && <ChapterMarks length={length} />}
        </span>
        <span className={styles.knob} style={{ insetInlineStart: `${played * 100}%` }} />
      </Slider>
      {pointed !== null && length > 0 && (
        <ScrubPreview seconds={start + pointed * length} place={pointed} />
      )}
    </div>
  );
}

/** Only videos with an end have chapters, so positions count from 0. */
function ChapterMarks({ length }: { readonly length: number }) {
  const chapters = usePlayerState(({ timeline }) => timeline.chapters);
  return chapters
    .filter(({ start }) => start > 0 && start < length)
    .map(({ start }) => (
      <span
        key={start}
        className={styles.mark}
        data-chapter
        style={{ insetInlineStart: `${(start / length) * 100}%` }}
      />
    ));
}

function useValueText(seconds: number, end: number): string {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const isPlayingLive = usePlayerState(isLive);
  const isAtEdge = usePlayerState(isAtLiveEdge);
  const chapter = usePlayerState((state) => chapterAt(state, seconds)?.title);
  if (!isPlayingLive) {
    const texts = { time: timeText(seconds, language), duration: timeText(end, language) };
    if (chapter) return t(($) => $.player.seekValueInChapter, { ...texts, chapter });
    return t(($) => $.player.seekValue, texts);
  }
  if (isAtEdge) return t(($) => $.player.live.mark);
  return t(($) => $.player.live.behind, { time: timeText(end - seconds, language) });
}

function BufferedRange() {
  const percent = useThrottledState((state) => {
    const { start, end } = seekRange(state);
    const fraction = Math.min((state.media.buffered - start) / (end - start), 1);
    return end > start ? Math.round(Math.max(fraction, 0) * 1_000) / 10 : 0;
  });
  return <span className={styles.buffered} style={{ inlineSize: `${percent}%` }} />;
}
