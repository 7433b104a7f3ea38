import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { restoreFocus } from '#lib/focus-restore.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';

import { watchKeyboard } from '../input/keyboard.ts';
import { watchHover, watchVideoClicks } from '../input/pointer.ts';
import { watchTouch } from '../input/touch.ts';
import type { Player } from '../player.ts';
import { areControlsVisible } from '../features/controls.ts';
import { hasMedia } from '../features/playback.ts';
import { usePlayer, usePlayerState } from '../use-player.ts';
import styles from './PlayerContainer.module.css';
import { CaptionsDrop, watchFileDrop } from './captions/CaptionsDrop.tsx';
import { CaptionsLayer } from './captions/CaptionsLayer.tsx';
import { BottomBar } from './controls/BottomBar.tsx';
import { CastNotice } from './controls/Casting.tsx';
import { ControlsArea } from './controls/ControlsArea.tsx';
import { GestureLayer } from './controls/GestureLayer.tsx';
import { LoadingOverlay } from './controls/LoadingOverlay.tsx';
import { BigPlayButton, CenterControls } from './controls/Playback.tsx';
import { PlaybackNotice } from './controls/PlaybackNotice.tsx';
import { ShortcutsSheet } from './controls/ShortcutsSheet.tsx';
import { SkipSegment } from './controls/SkipSegment.tsx';
import { SettingsMenu } from './menu/SettingsMenu.tsx';

interface PlayerContainerProps {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly back: ReactNode;
  /** The author and the license of the movie. */
  readonly credit?: ReactNode;
  /** Controls of the page, among the player's controls. */
  readonly extras?: ReactNode;
  /** Actions offered while an interrupted stream is retried. */
  readonly retryActions?: ReactNode;
  /** A notice of the page, beside the player's notices. */
  readonly notice?: ReactNode;
  /** Screens over the video. */
  readonly children?: ReactNode;
}

function attachFrame(frame: HTMLElement, player: Player): () => void {
  restoreFocus(frame);
  const stops = [
    watchHover(frame, player),
    watchKeyboard(frame.ownerDocument, player),
    watchFileDrop(frame, player),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The fullscreen element: everything visible in fullscreen is inside it. */
export function PlayerContainer(props: PlayerContainerProps) {
  const { title, subtitle, back, credit, extras, retryActions, notice, children } = props;
  const { t } = useTranslation();
  const isShown = usePlayerState(areControlsVisible);
  const frameRef = useRefEffect(attachFrame, usePlayer());
  return (
    <section
      ref={frameRef}
      className={styles.frame}
      tabIndex={-1}
      aria-label={t(($) => $.player.name)}
      data-controls={isShown ? 'shown' : 'hidden'}
    >
      <VideoSurface />
      <CastNotice />
      <LoadingOverlay retryActions={retryActions} />
      {children}
      <BigPlayButton />
      <div className={styles.center}>
        <CenterControls />
      </div>
      <SkipSegment />
      <ControlsArea className={styles.top}>
        <TopBar title={title} subtitle={subtitle} back={back} />
      </ControlsArea>
      <ControlsArea className={styles.bottom}>
        <BottomBar credit={credit} extras={extras} />
      </ControlsArea>
      <PlaybackNotice>{notice}</PlaybackNotice>
      <CaptionsLayer />
      <CaptionsDrop />
      <SettingsMenu />
      <ShortcutsSheet />
    </section>
  );
}

interface TopBarProps {
  /** Undefined while a screen over the video shows it. */
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly back: ReactNode;
}

function TopBar({ title, subtitle, back }: TopBarProps) {
  // Only video needs a scrim: screens without video are dark enough.
  const isOverPicture = usePlayerState(hasMedia);
  return (
    <div className={styles.bar} data-scrim={isOverPicture}>
      {back}
      <div className={styles.titles}>
        {title !== undefined && (
          <h1 className={styles.title} title={title}>
            {title}
          </h1>
        )}
        {subtitle !== undefined && (
          <p className={styles.subtitle} title={subtitle}>
            {subtitle}
          </p>
        )}
      </div>
    </div>
  );
}

/** The container mounts together with the video. */
function attachVideo(video: HTMLVideoElement, player: Player): () => void {
  const frame = video.closest('section');
  return frame ? player.attach(video, frame) : () => undefined;
}

function attachVideoArea(area: HTMLElement, player: Player): () => void {
  const stops = [watchVideoClicks(area, player), watchTouch(area, player)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The video, and the layer over it that takes clicks and taps. */
function VideoSurface() {
  const player = usePlayer();
  const isRolling = usePlayerState(({ controls }) => controls.rolling);
  const fit = usePlayerState(({ gestures }) => gestures.fit);
  const elements = usePlayerState(({ audio }) => audio.elements);
  const videoAreaRef = useRefEffect(attachVideoArea, player);
  const videoRef = useRefEffect(attachVideo, player);
  return (
    <>
      <div
        className={styles.videoArea}
        ref={videoAreaRef}
        data-in-pip
        data-rolling={isRolling}
        data-fit={fit}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- CaptionsLayer renders the captions as text, in the viewer's style. */}
        <video
          key={elements}
          ref={videoRef}
          className={styles.video}
          playsInline
          preload="auto"
          tabIndex={-1}
        />
      </div>
      <GestureLayer />
    </>
  );
}
