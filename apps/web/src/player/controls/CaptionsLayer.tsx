import { fixCase } from '../captions/casing.ts';
import type { Cue } from '../captions/cue.ts';
import { captionVariables } from '../captions/style.ts';
import { placementStyle } from '../captions/placement.ts';
import { areControlsVisible, captionLanguage, hasMedia } from '../store/selectors.ts';
import type { PlayerState } from '../store/state.ts';
import { usePlayerState } from '../use-player.ts';
import styles from './CaptionsLayer.module.css';
import { CueText } from './CueText.tsx';

const NONE: PlayerState['captions']['active'] = [];
const shown = (state: PlayerState) =>
  hasMedia(state) && !state.media.drawsCaptions ? state.captions.active : NONE;

/** What is said right now. Nothing of a caption file is markup here: its text is text. */
export function CaptionsLayer() {
  const active = usePlayerState(shown);
  const isRaised = usePlayerState((state) => hasMedia(state) && areControlsVisible(state));
  const style = usePlayerState(({ captions }) => captions.style);
  const usual = active.filter(({ placement }) => placement?.top === undefined);
  const placed = active.filter(({ placement }) => placement?.top !== undefined);
  return (
    <div
      className={styles.layer}
      data-in-pip
      style={captionVariables(style)}
      data-raised={isRaised}
    >
      {placed.map((cue) => (
        <ShownCue key={cue.id} cue={cue} isPlaced />
      ))}
      <div className={styles.usual}>
        {usual.map((cue) => (
          <ShownCue key={cue.id} cue={cue} />
        ))}
      </div>
    </div>
  );
}

function ShownCue({ cue, isPlaced }: { readonly cue: Cue; readonly isPlaced?: boolean }) {
  const fixesCase = usePlayerState(({ captions }) => captions.fixesCase);
  const language = usePlayerState(captionLanguage);
  const { placement, nodes } = cue;
  return (
    <p
      className={styles.cue}
      style={placement && placementStyle(placement)}
      data-placed={isPlaced}
      data-align={placement?.align}
      dir="auto"
    >
      <span>
        <CueText nodes={fixesCase ? fixCase(nodes, language) : nodes} />
      </span>
    </p>
  );
}
