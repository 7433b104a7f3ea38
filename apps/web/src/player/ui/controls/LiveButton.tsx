import { useTranslation } from 'react-i18next';

import { isAtLiveEdge, isPlayingLive, secondsBehindLive } from '../../features/live.ts';
import { seekRange } from '../../features/playback.ts';
import { usePlayer, usePlayerState, useThrottledState } from '../../use-player.ts';
import styles from './LiveButton.module.css';
import { timeText } from './time-text.ts';

/** Shows the distance to the live edge, and seeks there. */
export function LiveButton() {
  const { t } = useTranslation();
  const { play, seek, store } = usePlayer();
  const isAtEdge = usePlayerState(isAtLiveEdge);
  const isPlaying = usePlayerState(isPlayingLive);

  function goToEdge() {
    seek(seekRange(store.getState()).end);
    play();
  }

  return (
    <button
      type="button"
      className={styles.live}
      data-edge={isAtEdge}
      title={t(($) => $.player.live[isPlaying ? 'edge' : 'go'])}
      onClick={goToEdge}
    >
      <span className={styles.mark}>{t(($) => $.player.live.mark)}</span>
      {!isAtEdge && <Behind />}
    </button>
  );
}

function Behind() {
  const { t, i18n } = useTranslation();
  const time = useThrottledState((state) => timeText(secondsBehindLive(state), i18n.language));
  return (
    <>
      <span className={styles.time} dir="ltr">{`\u2212${time}`}</span>
      <span className={styles.go}>{t(($) => $.player.live.go)}</span>
    </>
  );
}
