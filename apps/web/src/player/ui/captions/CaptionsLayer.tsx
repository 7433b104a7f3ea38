import type { CueStyle } from '@matinee/shared/subtitles/cue-styles';
import { Fragment, useState } from 'react';
import type { CSSProperties } from 'react';

import { positionStyle } from '../../captions/cue.ts';
import type { CaptionCue, CueNode } from '../../captions/cue.ts';
import { fixCase } from '../../captions/fix-casing.ts';
import { DEFAULT_STYLE, captionVariables } from '../../captions/style.ts';
import type { CaptionStyle } from '../../captions/style.ts';
import type { ShownCaption } from '../../captions/track.ts';
import { areControlsVisible } from '../../features/controls.ts';
import { captionLanguage } from '../../features/captions/state.ts';
import { hasMedia } from '../../features/playback.ts';
import type { PlayerState } from '../../state/state.ts';
import { usePlayerState } from '../../use-player.ts';
import styles from './CaptionsLayer.module.css';
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

/** Renders cues as text: markup of a caption file is never parsed here. */
export function CaptionsLayer() {
  const words = usePlayerState(shown);
  const styled = usePlayerState(shownStyled);
  const [drawn, setDrawn] = useState<ShownCaption['track'] | null>(null);
  const active = styled && styled.track === drawn ? NONE : words;
  const second = usePlayerState(shownAtTop);
  const isRaised = usePlayerState((state) => hasMedia(state) && areControlsVisible(state));
  const style = usePlayerState(({ captions }) => captions.style);
  const usual = active.filter(({ position }) => position?.top === undefined);
  const placed = active.filter(({ position }) => position?.top !== undefined);
  return (
    <div
      className={styles.layer}
      data-in-pip
      style={captionVariables(style)}
      data-raised={isRaised}
      data-second={second.length > 0}
    >
      {styled && <StyledCaptions track={styled.track} onDrawn={setDrawn} />}
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
  readonly cue: CaptionCue;
  readonly isPlaced?: boolean;
  /** Shown at the top, whatever its own position. */
  readonly isSecond?: boolean;
}

function ShownCue({ cue, isPlaced, isSecond }: ShownCueProps) {
  const fixesCase = usePlayerState(({ captions }) => captions.fixesCase) && !isSecond;
  const language = usePlayerState(captionLanguage);
  const style = usePlayerState(({ captions }) => captions.style);
  const { nodes } = cue;
  const position = isSecond ? undefined : cue.position;
  return (
    <p
      className={styles.cue}
      style={position && positionStyle(position)}
      data-placed={isPlaced}
      data-align={position?.align}
      dir="auto"
    >
      <span>
        <CueText nodes={fixesCase ? fixCase(nodes, language) : nodes} style={style} />
      </span>
    </p>
  );
}

interface CueTextProps {
  readonly nodes: readonly CueNode[];
  /** The viewer's style overrides the file's. */
  readonly style: CaptionStyle;
}

/** The nodes of a cue never change their order, so the index is the key. */
function CueText({ nodes, style }: CueTextProps) {
  return nodes.map((node, place) => <Node key={place} node={node} style={style} />);
}

function Node({ node, style }: { readonly node: CueNode; readonly style: CaptionStyle }) {
  if (node.kind === 'text') return <Fragment>{node.text}</Fragment>;
  const { tag: Tag, lang, style: cueStyle, children } = node;
  return (
    <Tag lang={lang} style={cueStyle && cssOf(cueStyle, style)}>
      <CueText nodes={children} style={style} />
    </Tag>
  );
}

function cssOf({ color, background, bold, italic, underline }: CueStyle, style: CaptionStyle) {
  const css: CSSProperties = {};
  if (color !== undefined && style.color === DEFAULT_STYLE.color) css.color = color;
  if (background !== undefined && style.backgroundOpacity === DEFAULT_STYLE.backgroundOpacity) {
    css.backgroundColor = background;
  }
  if (bold) css.fontWeight = 700;
  if (italic) css.fontStyle = 'italic';
  if (underline) css.textDecoration = 'underline';
  return css;
}
