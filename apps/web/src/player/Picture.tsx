import { useAttached } from '#lib/use-attached.ts';

import { watchPicture } from './input/pointer.ts';
import styles from './Picture.module.css';
import { usePlayer, usePlayerState } from './use-player.ts';

/** The film, and the layer over it that takes clicks and taps. */
export function Picture() {
  const player = usePlayer();
  const isRolling = usePlayerState(({ controls }) => controls.rolling);
  const pictureRef = useAttached(watchPicture, player);
  return (
    <div className={styles.picture} ref={pictureRef} data-rolling={isRolling}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- CaptionsLayer draws them, as text of ours. */}
      <video className={styles.video} playsInline preload="auto" tabIndex={-1} />
    </div>
  );
}
