import { Maximize, Minimize, PictureInPicture2, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { IconButton } from '#ui/IconButton.tsx';

import { hasMedia } from '../../features/playback.ts';
import { isPlayingRemotely } from '../../state/selectors.ts';
import { isFullscreen } from '../../features/fullscreen.ts';
import { isLive } from '../../features/live.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { useOverlay } from '../menu/panel-context.ts';
import { settingsPath, settingsView } from '../menu/settings-pages.ts';
import styles from './BottomBar.module.css';
import { CaptionsButton } from './CaptionsButton.tsx';
import { CastButton } from './Casting.tsx';
import control from './ControlButton.module.css';
import { ControlButton } from './ControlButton.tsx';
import { LiveButton } from './LiveButton.tsx';
import { PlayButton, SkipButton } from './Playback.tsx';
import { RemotePlaybackButton } from './RemotePlayback.tsx';
import { ScrubBar } from './ScrubBar.tsx';
import { TimeLabel } from './TimeLabel.tsx';
import { Volume } from './Volume.tsx';

interface BottomBarProps {
  readonly credit?: ReactNode;
  readonly extras?: ReactNode;
}

/** The scrub bar above one row of controls. On touch, play and skip are in the center; the device sets the volume. */
export function BottomBar({ credit, extras }: BottomBarProps) {
  const isTouch = usePlayerState(({ controls }) => controls.touch);
  const isUseful = usePlayerState(hasMedia);
  const isPlayingLive = usePlayerState(isLive);
  if (!isUseful) return null;
  return (
    <div className={styles.bar}>
      <ScrubBar />
      <div className={styles.row} data-focus-start>
        {!isTouch && (
          <div className={styles.start}>
            <PlayButton />
            <span className={styles.skips} dir="ltr">
              <SkipButton to="back" />
              <SkipButton to="forward" />
            </span>
            <Volume />
          </div>
        )}
        <span className={styles.time}>{isPlayingLive ? <LiveButton /> : <TimeLabel />}</span>
        <div className={styles.credit}>{credit}</div>
        <div className={styles.end}>
          <RemotePlaybackButton />
          <CastButton />
          <PipButton />
          <CaptionsButton />
          {extras}
          <SettingsButton />
          <FullscreenButton />
        </div>
      </div>
    </div>
  );
}

/** Hidden while the video plays on another screen. */
function PipButton() {
  const { t } = useTranslation();
  const { togglePip } = usePlayer();
  const { isOffered, isOn } = usePlayerState(({ pip }) => pip);
  const isAway = usePlayerState(isPlayingRemotely);
  if (!isOffered || isAway) return null;
  return (
    <IconButton
      className={control.button}
      label={t(($) => $.player.pip)}
      aria-pressed={isOn}
      onClick={togglePip}
    >
      <PictureInPicture2 strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

/** URLs of movie-web clients also name this id. */
export const SETTINGS_BUTTON_ID = '__overlayRouter::settings';

function SettingsButton() {
  const { t } = useTranslation();
  const overlay = useOverlay();
  if (!overlay) return null;
  return (
    <IconButton
      id={SETTINGS_BUTTON_ID}
      className={control.button}
      label={t(($) => $.player.settings.title)}
      aria-haspopup="dialog"
      aria-expanded={settingsView(overlay.path) !== null}
      onClick={() => overlay.open(settingsPath('root'))}
    >
      <Settings strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

function FullscreenButton() {
  const { t } = useTranslation();
  const { toggleFullscreen } = usePlayer();
  const isFull = usePlayerState(isFullscreen);
  return (
    <ControlButton
      icon={isFull ? Minimize : Maximize}
      label={t(($) => (isFull ? $.player.leaveFullscreen : $.player.fullscreen))}
      shortcut="fullscreen"
      onPress={toggleFullscreen}
    />
  );
}
