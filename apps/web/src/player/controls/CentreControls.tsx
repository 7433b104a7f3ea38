import { hasMedia, isStartOffered, isWaiting } from '../store/selectors.ts';
import type { PlayerState } from '../store/state.ts';
import { usePlayerState } from '../use-player.ts';
import styles from './CentreControls.module.css';
import { PlayButton } from './PlayButton.tsx';
import { SkipButton } from './SkipButton.tsx';

/** While a finger looks for another second, what it would go to is shown in their place. */
const isShown = (state: PlayerState) =>
  state.controls.touch &&
  state.controls.scrub === null &&
  hasMedia(state) &&
  !isStartOffered(state) &&
  !isWaiting(state);

/** Three large buttons for fingers. */
export function CentreControls() {
  if (!usePlayerState(isShown)) return null;
  return (
    <div className={styles.centre} dir="ltr">
      <SkipButton to="back" size="centre" />
      <PlayButton size="centre" />
      <SkipButton to="forward" size="centre" />
    </div>
  );
}
