import type { ReactNode } from 'react';

import { hasMedia, isLive } from '../../state/selectors.ts';
import { SettingsButton } from '../menu/SettingsButton.tsx';
import { usePlayerState } from '../../use-player.ts';
import styles from './BottomBar.module.css';
import { AirPlayButton } from './AirPlayButton.tsx';
import { CastButton } from './CastButton.tsx';
import { CaptionsButton } from './CaptionsButton.tsx';
import { FullscreenButton } from './FullscreenButton.tsx';
import { LiveButton } from './LiveButton.tsx';
import { PipButton } from './PipButton.tsx';
import { PlayButton } from './PlayButton.tsx';
import { ScrubBar } from './ScrubBar.tsx';
import { SkipButton } from './SkipButton.tsx';
import { TimeLabel } from './TimeLabel.tsx';
import { Volume } from './Volume.tsx';

interface BottomBarProps {
  readonly credit?: ReactNode;
  readonly extras?: ReactNode;
}

/** The scrub bar above one row of controls; on touch the centre has play and skip, and the phone the volume. */
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
          <>
            <PlayButton />
            <span className={styles.skips} dir="ltr">
              <SkipButton to="back" />
              <SkipButton to="forward" />
            </span>
            <Volume />
          </>
        )}
        <span className={styles.time}>{isPlayingLive ? <LiveButton /> : <TimeLabel />}</span>
        <div className={styles.credit}>{credit}</div>
        <AirPlayButton />
        <CastButton />
        <PipButton />
        <CaptionsButton />
        {extras}
        <SettingsButton />
        <FullscreenButton />
      </div>
    </div>
  );
}
