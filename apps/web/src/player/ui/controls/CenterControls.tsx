import { hasMedia, isStartOffered, isWaiting } from '../../state/selectors.ts';
import type { PlayerState } from '../../state/state.ts';
import { usePlayerState } from '../../use-player.ts';
import styles from './CenterControls.module.css';
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
export function CenterControls() {
  if (!usePlayerState(isShown)) return null;
  return (
    <div className={styles.centre} dir="ltr">
      <SkipButton to="back" size="centre" />
      <PlayButton size="centre" />
      <SkipButton to="forward" size="centre" />
    </div>
  );
}
