import { areControlsVisible, hasMedia } from '../store/selectors.ts';
import type { PlayerState } from '../store/state.ts';
import { usePlayerState } from '../use-player.ts';
import styles from './CaptionsLayer.module.css';
import { CueText } from './CueText.tsx';

const NONE: PlayerState['captions']['active'] = [];
const shown = (state: PlayerState) => (hasMedia(state) ? state.captions.active : NONE);

/** What is said right now. Nothing of a caption file is markup here: its text is text. */
export function CaptionsLayer() {
  const active = usePlayerState(shown);
  const isRaised = usePlayerState((state) => hasMedia(state) && areControlsVisible(state));
  return (
    <div className={styles.layer} data-raised={isRaised}>
      {active.map((cue) => (
        <p key={cue.id} className={styles.cue} dir="auto">
          <span>
            <CueText nodes={cue.nodes} />
          </span>
        </p>
      ))}
    </div>
  );
}
