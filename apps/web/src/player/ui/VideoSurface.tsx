import { useAttached } from '#lib/use-ref-effect.ts';

import { GestureLayer } from './controls/GestureLayer.tsx';
import { watchPicture } from '../input/pointer.ts';
import { watchTouch } from '../input/touch.ts';
import styles from './VideoSurface.module.css';
import type { Player } from '../player.ts';
import { usePlayer, usePlayerState } from '../use-player.ts';

/** The frame around it is on the page as soon as it is. */
function attachVideo(video: HTMLVideoElement, player: Player): () => void {
  const frame = video.closest('section');
  return frame ? player.attach(video, frame) : () => undefined;
}

function attachPicture(picture: HTMLElement, player: Player): () => void {
  const stops = [watchPicture(picture, player), watchTouch(picture, player)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The film, and the layer over it that takes clicks and taps. */
export function VideoSurface() {
  const player = usePlayer();
  const isRolling = usePlayerState(({ controls }) => controls.rolling);
  const fit = usePlayerState(({ gestures }) => gestures.fit);
  const elements = usePlayerState(({ audio }) => audio.elements);
  const pictureRef = useAttached(attachPicture, player);
  const videoRef = useAttached(attachVideo, player);
  return (
    <>
      <div
        className={styles.picture}
        ref={pictureRef}
        data-in-pip
        data-rolling={isRolling}
        data-fit={fit}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- CaptionsLayer draws them, as text of ours. */}
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
