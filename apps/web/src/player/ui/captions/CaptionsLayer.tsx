import { useState } from 'react';

import { fixCase } from '../../captions/fix-casing.ts';
import type { Cue } from '../../captions/cue.ts';
import { captionVariables } from '../../captions/style.ts';
import type { StyledCaption } from '../../captions/styled.ts';
import { placementStyle } from '../../captions/cue-position.ts';
import { areControlsVisible, captionLanguage, hasMedia } from '../../state/selectors.ts';
import type { PlayerState } from '../../state/state.ts';
import { usePlayerState } from '../../use-player.ts';
import styles from './CaptionsLayer.module.css';
import { CueText } from './CueText.tsx';
import { StyledCaptions } from './StyledCaptions.tsx';

const NONE: PlayerState['captions']['active'] = [];
const shown = (state: PlayerState) =>
  hasMedia(state) && !state.media.drawsCaptions ? state.captions.active : NONE;

const shownStyled = (state: PlayerState) =>
  hasMedia(state) && !state.media.drawsCaptions ? state.captions.styled : null;
const shownAtTop = (state: PlayerState) => {
  const { chosen, second } = state.captions;
  const isShown = hasMedia(state) && !state.media.drawsCaptions && chosen !== null;
  return isShown && second.chosen !== chosen ? second.active : NONE;
};

/** What is said right now. Nothing of a caption file is markup here: its text is text. */
export function CaptionsLayer() {
  const words = usePlayerState(shown);
  const styled = usePlayerState(shownStyled);
  const [drawn, setDrawn] = useState<StyledCaption | null>(null);
  const active = styled && styled === drawn ? NONE : words;
  const second = usePlayerState(shownAtTop);
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
      data-second={second.length > 0}
    >
      {styled && <StyledCaptions caption={styled} onDrawn={setDrawn} />}
      <div className={styles.second}>
        {second.map((cue) => (
          <ShownCue key={cue.id} cue={cue} isSecond />
        ))}
      </div>
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

interface ShownCueProps {
  readonly cue: Cue;
  readonly isPlaced?: boolean;
  /** At the top, wherever it asks to be. */
  readonly isSecond?: boolean;
}

function ShownCue({ cue, isPlaced, isSecond }: ShownCueProps) {
  const fixesCase = usePlayerState(({ captions }) => captions.fixesCase) && !isSecond;
  const language = usePlayerState(captionLanguage);
  const style = usePlayerState(({ captions }) => captions.style);
  const { nodes } = cue;
  const placement = isSecond ? undefined : cue.placement;
  return (
    <p
      className={styles.cue}
      style={placement && placementStyle(placement)}
      data-placed={isPlaced}
      data-align={placement?.align}
      dir="auto"
    >
      <span>
        <CueText nodes={fixesCase ? fixCase(nodes, language) : nodes} style={style} />
      </span>
    </p>
  );
}
