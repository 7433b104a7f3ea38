import { areControlsVisible, hasMedia } from '../store/selectors.ts';
import { usePlayerState } from '../use-player.ts';
import styles from './CaptionsLayer.module.css';
import { CueText } from './CueText.tsx';

/** What is said right now. Nothing of a caption file is markup here: its text is text. */
export function CaptionsLayer() {
  const active = usePlayerState(({ captions }) => captions.active);
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
