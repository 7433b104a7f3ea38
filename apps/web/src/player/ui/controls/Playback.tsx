import { Pause, Play, Repeat2, RotateCcw, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { SKIP_SECONDS } from '../../input/shortcuts.ts';
import { hasMedia, isStartOffered, isWaiting } from '../../features/playback.ts';
import type { PlayerState } from '../../state/state.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { ControlButton } from './ControlButton.tsx';
import styles from './Playback.module.css';

const ICONS = { play: Play, pause: Pause, replay: Repeat2 };

export function PlayButton({ size }: { readonly size?: 'row' | 'center' }) {
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

interface SkipButtonProps {
  readonly to: 'back' | 'forward';
  readonly size?: 'row' | 'center';
}

export function SkipButton({ to, size }: SkipButtonProps) {
  const { t } = useTranslation();
  const player = usePlayer();
  const seconds = SKIP_SECONDS;
  const target =
    to === 'back'
      ? ({ icon: RotateCcw, shortcut: 'back10', by: -seconds } as const)
      : ({ icon: RotateCw, shortcut: 'forward10', by: seconds } as const);
  return (
    <ControlButton
      icon={target.icon}
      label={t(($) => (to === 'back' ? $.player.skipBack : $.player.skipForward), {
        count: seconds,
      })}
      shortcut={target.shortcut}
      size={size}
      onPress={() => player.seekBy(target.by)}
    >
      {seconds}
    </ControlButton>
  );
}

/** The seek preview takes the place of the buttons while a finger seeks. */
const isShown = (state: PlayerState) =>
  state.controls.touch &&
  state.scrub === null &&
  hasMedia(state) &&
  !isStartOffered(state) &&
  !isWaiting(state);

export function CenterControls() {
  if (!usePlayerState(isShown)) return null;
  return (
    <div className={styles.center} dir="ltr">
      <SkipButton to="back" size="center" />
      <PlayButton size="center" />
      <SkipButton to="forward" size="center" />
    </div>
  );
}

/** Browsers require a gesture before they play sound. */
export function BigPlayButton() {
  const { t } = useTranslation();
  const { play } = usePlayer();
  const isOffered = usePlayerState(isStartOffered);
  if (!isOffered) return null;
  return (
    <button
      type="button"
      className={styles.start}
      onClick={play}
      aria-label={t(($) => $.player.start)}
    >
      <Play size={40} strokeWidth={1.75} fill="currentColor" aria-hidden />
    </button>
  );
}
