import { useTranslation } from 'react-i18next';

import { remaining, shownTime } from '../../features/playback.ts';
import type { PlayerState } from '../../state/state.ts';
import { usePlayer, usePlayerState, useThrottledState } from '../../use-player.ts';
import { finishText, timeText } from './time-text.ts';
import styles from './TimeLabel.module.css';

/** Returns one string, so that the label renders once a second instead of at each report. */
function elapsed(state: PlayerState, language: string) {
  return `${timeText(shownTime(state), language)} / ${timeText(state.media.duration, language)}`;
}

export function TimeLabel() {
  const { t } = useTranslation();
  const { controls } = usePlayer();
  const isElapsed = usePlayerState((state) => state.controls.timeFormat === 'elapsed');
  return (
    <button
      type="button"
      className={styles.label}
      onClick={controls.toggleTimeFormat}
      title={t(($) => (isElapsed ? $.player.showRemaining : $.player.showElapsed))}
    >
      {isElapsed ? <Elapsed /> : <Remaining />}
    </button>
  );
}

function Elapsed() {
  const { language } = useTranslation().i18n;
  return <span dir="ltr">{useThrottledState((state) => elapsed(state, language))}</span>;
}

function Remaining() {
  const { t, i18n } = useTranslation();
  const time = useThrottledState((state) => timeText(Math.ceil(remaining(state)), i18n.language));
  const finish = useThrottledState((state) =>
    finishText({
      nowMs: Date.now(),
      remaining: remaining(state),
      rate: state.media.rate,
      language: i18n.language,
    }),
  );
  return <span>{t(($) => $.player.remaining, { time, finish })}</span>;
}
